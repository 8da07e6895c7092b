# Bare words are strings: titles, values, selector keys, reference titles
file { sshd-config: path => '/etc/ssh', mode => '0644', ensure => present }
$which = debian
$g = $which ? { debian => root, /sol/ => wheel, default => none }
service { sshd: ensure => running, require => [File[sshd-config], Notify[x]] }
notify { [x, y-z]: message => $g }
