etcd_key { '/a': value => '1', peers => 'http://127.0.0.1:4001' }
etcd_key { '/b': value => '3', peers => 'http://127.0.0.1:4001' }
etcd_key { '/c': ensure => present, value => '4', peers => 'http://127.0.0.1:4001', username => 'u', password => 'p' }
