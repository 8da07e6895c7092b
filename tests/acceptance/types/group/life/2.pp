group { 'plain': gid => 7401 }
group { 'numbered': gid => 7402 }
group { 'twin': gid => 7402, allowdupe => true }
group { 'low': ensure => absent }
Group['numbered'] -> Group['twin']
