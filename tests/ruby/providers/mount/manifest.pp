mount { '/': ensure => mounted, device => '/dev/sda1', fstype => 'ext4', options => 'defaults', dump => 0, pass => 1 }
mount { '/data': ensure => mounted, device => '/dev/sdb1', fstype => 'ext4', options => 'noatime', dump => 0, pass => 2 }
mount { '/new': ensure => mounted, device => '/dev/sdc1', fstype => 'xfs', options => 'defaults', dump => 0, pass => 0 }
mount { '/bad': ensure => mounted, device => '/dev/sdd1', fstype => 'xfs', options => 'defaults', dump => 0, pass => 0 }
mount { '/gone': ensure => absent }
