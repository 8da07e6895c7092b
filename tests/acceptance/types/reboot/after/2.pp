# Changes something only if the system was restarted once.
exec { '/bin/touch /srv/restarted': creates => '/srv/restarted', onlyif => '/bin/sh -c \'test "$(cat /srv/calls)" = "-r +2 Bye"\'' }
