file { '/nonexistent/x': ensure => presnt }
