# What is purged has the relations of the resource that purges
resources { 'pooled': purge => true, require => Notify['before'], before => Notify['after'] }
notify { ['after', 'before']: }
