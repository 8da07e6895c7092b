alternatives { 'editor': path => '/bin/nano' }
alternatives { 'pager': path => '/bin/less', mode => 'auto' }
alternative_entry { '/bin/nano': ensure => present, altlink => '/usr/bin/editor', altname => 'editor', priority => 50 }
alternative_entry { '/usr/bin/emacs': ensure => present, altlink => '/usr/bin/editor', altname => 'editor', priority => 10 }
alternative_entry { '/opt/java': ensure => present, altlink => '/usr/bin/java', altname => 'java', priority => 10 }
alternative_entry { '/bin/less': ensure => present, altlink => '/usr/bin/pager', altname => 'pager', priority => 77 }
