file { '/u': source => 'puppet:///modules/u/u.txt' }
