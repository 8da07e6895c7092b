mount { '/mnt/a': ensure => mounted, device => 'tmpfs', fstype => 'tmpfs', options => 'size=4m' }
mount { '/mnt/a/deeper': ensure => absent }
mount { '/mnt/b': ensure => unmounted, device => 'tmpfs', fstype => 'tmpfs', options => 'size=5m' }
mount { '/mnt/c d': ensure => absent }
mount { '/mnt/g': ensure => mounted, options => 'size=1m', remounts => false }
mount { '/mnt/part': ensure => defined, options => 'noatime' }
mount { '/mnt/present': ensure => absent }
