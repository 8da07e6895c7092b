# A provider becomes functional by what an earlier resource does
exec { '/usr/bin/touch /tmp/marotte-conformance-late': }
-> widget { 'x': provider => late, made_by => 'me' }
-> exec { '/bin/rm /tmp/marotte-conformance-late': }
