service { 'one': enable => false, provider => runit }
service { 'two': ensure => running, provider => runit }
# runsvdir can take this long to notice that the link was removed.
exec { '/bin/sleep 6': subscribe => Service['one'], refreshonly => true }
