file { '/mnt/a/deeper': ensure => directory }
mount { '/mnt/a/': ensure => mounted, device => 'tmpfs', fstype => 'tmpfs', options => 'size=2m,noexec' }
mount { '/mnt/a/deeper': ensure => mounted, device => 'tmpfs', fstype => 'tmpfs', require => File['/mnt/a/deeper'] }
mount { '/mnt/b': ensure => mounted, options => 'size=3m', pass => 2, dump => '1' }
mount { '/mnt/c d': ensure => unmounted, device => 'tmp fs', fstype => 'tmpfs', atboot => true }
mount { '/mnt/g': ensure => mounted, device => 'tmpfs', fstype => 'tmpfs' }
mount { '/mnt/h': ensure => absent }
mount { '/mnt/part': ensure => unmounted }
mount { '/mnt/present': ensure => present, device => 'LABEL=x', fstype => 'ext4', remounts => false }
