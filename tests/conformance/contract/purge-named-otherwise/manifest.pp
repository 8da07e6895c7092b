# A resource of the catalog is known by its namevar, whatever its title
resources { 'pooled': purge => true }
pooled { 'mine': name => 'one' }
