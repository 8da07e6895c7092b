group { 'plain': ensure => present }
group { 'numbered': gid => '7400' }
group { 'twin': gid => 7400, allowdupe => true }
group { 'low': system => true }
group { 'no such group': ensure => absent }
Group['numbered'] -> Group['twin']
