selmodule { 'ours': ensure => present, selmodulepath => '/srv/modules/ours.pp', syncversion => true }
selmodule { 'new': ensure => present }
selmodule { 'gone': ensure => absent }
