archive { '/tmp/case/root/a.tar.gz': ensure => present, source => 'http://x/a.tar.gz', provider => curl, cleanup => false, extract => true, extract_path => '/tmp/case/root', creates => '/tmp/case/root/extracted' }
archive { '/tmp/case/root/b.txt': ensure => present, source => 'http://x/b.txt', provider => curl }
