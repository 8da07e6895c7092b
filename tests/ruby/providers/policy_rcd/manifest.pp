policy_rcd { 'apache2': ensure => present, set_code => '102' }
policy_rcd { 'mysql': ensure => present, set_code => '101' }
policy_rcd { 'gone': ensure => absent, set_code => '101' }
