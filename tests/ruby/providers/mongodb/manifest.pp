mongodb_database { 'new': ensure => present, tries => 1 }
mongodb_database { 'old': ensure => absent, tries => 1 }
mongodb_database { 'admin': ensure => present, tries => 1 }
