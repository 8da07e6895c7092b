# Replaced content is saved next to the file, in the default filebucket, or in a filebucket of the manifest.
filebucket { 'main': path => '/srv/bucket' }
File { backup => 'main' }
file { '/srv/r/a': content => "new\n" }
file { '/srv/r/b': content => "new\n", backup => '.old' }
file { '/srv/r/c': content => "new\n", backup => true }
file { '/srv/r/d': ensure => absent, force => true }
file { '/srv/r/gone': ensure => absent, backup => 'puppet' }
file { '/srv/r/l': ensure => file, content => "no link\n" }
file { '/srv/r/p': ensure => file }
