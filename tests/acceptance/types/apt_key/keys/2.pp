apt_key { '58DAF004A34FFCD240C57887830D653866CB3697': ensure => absent }
apt_key { '68CC387F50FEC870': ensure => absent }
apt_key { '187512D1': ensure => present }
apt_key { 'ABABABABABABABABABABABABABABABABABABABAB': ensure => absent }
