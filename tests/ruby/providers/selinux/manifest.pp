selboolean { 'a': value => 'on' }
selboolean { 'b': value => 'on', persistent => true }
selboolean { 'zzz': value => 'on' }
selmodule { 'one': ensure => present, selmoduledir => '/tmp/case/root', syncversion => false }
selmodule { 'two': ensure => absent, selmoduledir => '/tmp/case/root' }
selmodule { 'three': ensure => present, selmoduledir => '/tmp/case/root' }
