# What is purged has the log level and the tags of the resource that purges
resources { 'pooled': purge => true, loglevel => warning, tag => 'clean' }
pooled { ['one', 'two']: }
