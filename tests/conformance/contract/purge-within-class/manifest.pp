# What is purged is within the class of the resource that purges
class cleaning { resources { 'pooled': purge => true } }
include cleaning
notify { 'clean': require => Class['cleaning'] }
notify { 'dirty': before => Class['cleaning'] }
