file { '/tmp/x': mod => '0644' }
