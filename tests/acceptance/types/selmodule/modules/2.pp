selmodule { 'ours': syncversion => true }
selmodule { 'new': ensure => absent }
selmodule { 'gone': ensure => absent }
