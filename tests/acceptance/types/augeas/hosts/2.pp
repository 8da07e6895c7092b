# Without a lens, all lenses that may have read a file in the context are loaded.
augeas { 'kernel':
  context => '/files/etc/sysctl.d/90-app.conf',
  changes => [
    'set vm.swappiness 10',
    'setm . net.ipv4.ip_forward 1',
    'defnode fs fs.file-max 9000',
    'set kernel.domainname "a b"',
    'remove vm.dirty_ratio',
  ],
}
augeas { 'a new file':
  context => '/files/etc/sysctl.d/91-new.conf',
  changes => ['set vm.overcommit_memory 1', 'insert "#comment" before vm.overcommit_memory', "set #comment[1] 'ours'"],
  onlyif  => 'match vm.overcommit_memory size < 1',
}
Augeas {
  incl => '/etc/hosts',
  lens => 'Hosts.lns',
}
augeas { 'by a regular expression':
  changes => 'set 1/alias[1] local',
  onlyif  => "get 1/ipaddr =~ '^127[.]'",
}
augeas { 'by values':
  changes => 'set 1/alias[2] more',
  onlyif  => "values */ipaddr include 127.0.0.1",
}
augeas { 'not by values':
  changes => 'set 1/alias[3] none',
  onlyif  => "values */ipaddr == ['127.0.0.1']",
}
augeas { 'by paths':
  changes => 'set 1/alias[3] paths',
  onlyif  => 'match */canonical include /files/etc/hosts/1/canonical',
}
augeas { 'not by paths':
  changes => 'set 1/alias[4] none',
  onlyif  => 'match */canonical not_include /files/etc/hosts/1/canonical',
}
# The same entry with another number in the tree: the same text.
-> augeas { 'replaced':
  changes   => ['rm *[ipaddr = "192.0.2.9"]', 'set 01/ipaddr 192.0.2.9', 'set 01/canonical new', 'set 01/alias n1'],
  load_path => '/srv/lenses:/usr/share/augeas/lenses',
}
