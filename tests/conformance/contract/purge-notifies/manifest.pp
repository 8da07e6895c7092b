# What is purged notifies whom the resource that purges notifies
resources { 'pooled': purge => true, notify => Exec['/bin/true'] }
exec { '/bin/true': refreshonly => true }
