# What is on the machine and not in the catalog is removed, in the order in which it is listed, after the one that purges
resources { 'pooled': purge => true }
pooled { 'two': ensure => present }
