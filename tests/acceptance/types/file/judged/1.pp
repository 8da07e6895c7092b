# New content is validated before the file is replaced, in the same directory or in the staging location.
file { '/srv/v/good':
  content      => "good\n",
  validate_cmd => '/bin/grep -q good %',
}
file { '/srv/v/elsewhere':
  content              => "good % content\n",
  validate_cmd         => '/bin/sh -c "case ! in /srv/waiting/*) exec /bin/grep -q good !; esac; exit 1"',
  validate_replacement => '!',
  staging_location     => '/srv/waiting',
  mode                 => '0640',
  group                => 'daemon',
}
file { '/srv/v/once':
  content => "first\n",
  replace => false,
}
