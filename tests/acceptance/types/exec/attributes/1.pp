Exec { path => '/usr/bin:/bin' }
exec { 'touch one': cwd => '/srv', creates => '/srv/one' }
exec { 'in a directory with a blank': command => 'touch here', cwd => '/srv/a b', creates => ['/srv/a b/here', '/srv/none'] }
exec { 'a list': command => ['touch', '/srv/it\'s; a "list"'], creates => '/srv/it\'s; a "list"' }
exec { 'by a shell': command => 'for f in x y; do echo $f; done > /srv/shell', provider => shell, unless => 'test -s /srv/shell' }
exec { 'checks': command => 'touch /srv/checked', unless => ['false', ['test', '-e', '/srv/checked']], onlyif => ['true', 'test -e /srv/there'] }
exec { 'never': command => 'touch /srv/never', onlyif => 'test -e /srv/not-there' }
exec { 'as somebody':
  command     => 'id -un > ~runner/who; id -gn >> ~runner/who; umask >> ~runner/who; echo "$GREETING" >> ~runner/who; echo $HOME >> ~runner/who',
  user        => 'runner',
  group       => 'daemon',
  umask       => '027',
  environment => ['GREETING=hello there', 'HOME=/home/runner'],
  unless      => 'test -e /home/runner/who',
  logoutput   => true,
}
exec { 'exit codes': command => 'sh -c "echo x >> /srv/codes; exit 3"', returns => [0, '3'], unless => 'test -s /srv/codes' }
exec { 'tries':
  command   => 'sh -c "echo x >> /srv/tries; test $(wc -l < /srv/tries) -ge 3"',
  tries     => 5,
  try_sleep => 0.1,
  unless    => 'test -e /srv/tries',
  logoutput => on_failure,
}
exec { 'in time': command => 'touch /srv/in-time', timeout => '5', creates => '/srv/in-time' }
exec { 'waits for others': command => 'touch /srv/waited', refreshonly => true, logoutput => false }
exec { 'sensitive': command => Sensitive('touch /srv/secret'), creates => '/srv/secret' }
