file { '/etc/mine.conf': content => "newer\n", seltype => 'etc_t' }
file { '/etc/made.conf': ensure => link, target => '/etc/mine.conf' }
file { '/etc/link': ensure => link, target => '/etc/passwd', seltype => 'bin_t' }
file { '/srv/site': ensure => directory, recurse => true }
file { '/etc/ignored.conf': content => "new\n" }
file { '/srv/made': ensure => absent, force => true }
host { 'labelled.example': ensure => absent }
-> file { '/etc/hosts': }
file { '/etc/motd': content => "Welcome again.\n", backup => '.old' }
-> file { '/etc/motd.old': }
