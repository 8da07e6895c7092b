nova_flavor { 'tiny': ensure => present, id => '1', ram => 512, disk => 1, vcpus => 1 }
nova_flavor { 'big': ensure => present, id => '2', ram => 8192, disk => 10, vcpus => 4 }
nova_aggregate { 'agg': ensure => present, availability_zone => 'other', metadata => 'a=b' }
cinder_type { 'lvm': ensure => absent }
cinder_type { 'rbd': ensure => present, properties => ['volume_backend_name=rbd'] }
