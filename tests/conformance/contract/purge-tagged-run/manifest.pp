# A run of some tags purges where the resource that purges has one of them
resources { 'pooled': purge => true, tag => 'clean' }
notify { 'x': }
