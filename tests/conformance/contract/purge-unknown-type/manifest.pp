# The type must be there
resources { 'nosuch': purge => true }
