service { 'one': enable => false, provider => runit }
service { 'two': ensure => running, provider => runit }
# So long runsvdir may take to see that the link is gone.
exec { '/bin/sleep 6': subscribe => Service['one'], refreshonly => true }
