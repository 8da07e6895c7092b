sysctl { 'net.ipv4.ip_forward': val => '1' }
sysctl { 'vm.swappiness': ensure => absent }
sysctl { 'kernel.y': val => '5' }
sysctl_runtime { 'net.ipv4.ip_forward': val => '1' }
sysctl_runtime { 'vm.swappiness': val => '60' }
sysctl_runtime { 'kernel.x': val => '2' }
