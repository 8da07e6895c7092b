# What cannot be removed fails, and who depends on the resource that purges is skipped
resources { 'jammed': purge => true, before => Notify['after'] }
notify { 'after': }
