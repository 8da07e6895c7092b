yumrepo { 'tools': ensure => absent }
yumrepo { 'base': descr => 'Base', enabled => absent }
resources { 'yumrepo': purge => true }
