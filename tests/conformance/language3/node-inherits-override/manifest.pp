# A node block overrides attributes of resources that its parent declares, as a class does
node 'base' { file { '/f': mode => '0600', owner => 'root' }  notify { 'n': require => File['/f'] } }
node default inherits 'base' { File['/f'] { mode => '0644', owner => undef }  Notify['n'] { require +> Notify['m'] }  notify { 'm': } }
