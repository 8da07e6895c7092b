# A resource that is removed does not refresh itself
echoing { 'a': ensure => absent }
