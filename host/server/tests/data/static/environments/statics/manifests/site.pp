node 'node1.example.com' {
  file { '/s/one': source => 'puppet:///modules/s/one.txt' }
  file { '/s/slash': source => 'puppet:///modules/s/one.txt/' }
  file { '/s/space': source => 'puppet:///modules/s/with space.txt' }
  file { '/s/profile': source => 'puppet:///modules/profile/p.txt' }
  file { '/s/several': source => ['puppet:///modules/s/none.txt', 'puppet:///modules/s/two.txt', 'puppet:///modules/s/one.txt'] }
  file { '/s/absent': ensure => absent, source => 'puppet:///modules/s/none.txt' }
  file { '/s/mixed': source => ['puppet:///modules/s/one.txt', 'file:///etc/hostname'] }
  file { '/s/local': source => '/etc/hostname' }
  file { '/s/content': content => 'x' }
  file { '/s/mount': source => 'puppet:///extra/e.txt' }
  file { '/s/md5': source => 'puppet:///modules/s/one.txt', checksum => 'md5' }
  file { '/s/mtime': source => 'puppet:///modules/s/one.txt', checksum => 'none' }
  file { '/s/follow': source => 'puppet:///modules/s/links/link', links => follow }
  file { '/s/manage': source => 'puppet:///modules/s/links/link', links => manage }
  file { '/s/directory': ensure => directory, source => 'puppet:///modules/s/tree' }
  file { '/s/tree': ensure => directory, recurse => true, source => 'puppet:///modules/s/tree' }
  file { '/s/remote': ensure => directory, recurse => remote, source => 'puppet:///modules/s/tree', ignore => '*.bak' }
  file { '/s/text': ensure => directory, recurse => 'true', source => 'puppet:///modules/s/tree', ignore => ['*.bak', 'sub'] }
  file { '/s/limit': ensure => directory, recurse => true, recurselimit => 1, source => 'puppet:///modules/s/tree' }
  file { '/s/both': ensure => directory, recurse => true, source => ['puppet:///modules/s/tree', 'puppet:///modules/s/links'] }
  file { '/s/all': ensure => directory, recurse => true, sourceselect => all, source => ['puppet:///modules/s/tree', 'puppet:///modules/s/links'] }
  file { '/s/first': ensure => directory, recurse => true, source => ['puppet:///modules/s/none', 'puppet:///modules/s/links'] }
  file { '/s/gone': ensure => directory, recurse => true, source => 'puppet:///modules/s/none' }
  file { '/s/root': ensure => directory, recurse => true, source => 'puppet:///modules/s' }
}

node 'node2.example.com' {
  file { '/s/missing': source => ['puppet:///modules/s/none.txt', 'puppet:///modules/s/gone.txt'] }
}
