# What is purged is purged as the resource that purges says: noop
resources { 'pooled': purge => true, noop => true }
