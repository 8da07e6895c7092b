# Wrong labels are corrected, whichever attributes are managed.
file { '/etc/wrong.conf': }
file { '/etc/link': }
file { '/opt/tool': ensure => directory }

# Existing files keep their label, whichever type writes them, and new files get the policy's.
host { 'labelled.example': ip => '192.0.2.1' }
-> file { '/etc/hosts': }
mailalias { 'root': recipient => 'admin' }
-> file { '/etc/aliases': }
file { '/etc/motd': content => "Welcome.\n" }
file { '/root/.bashrc': content => "# nothing\n" }
file { '/usr/local/sbin/tool': content => "#!/bin/sh\n", mode => '0755' }
file { '/etc/ssh': ensure => directory }
file { '/etc/ssh/ssh_host_rsa_key': content => "none\n", mode => '0600' }
file { '/var/log/own.log': ensure => file }
file { '/srv/link': ensure => link, target => '/srv/site' }
user { 'someone': ensure => present, home => '/home/someone' }
-> file { '/home/someone': ensure => directory }
-> file { '/home/someone/.ssh': ensure => directory }
-> file { '/home/someone/.ssh/authorized_keys': content => '' }
-> file { '/etc/shadow': }

# Labels in the manifest take precedence.
file { '/etc/mine.conf': content => "new\n", seltype => 'bin_t', seluser => 'user_u' }
file { '/etc/made.conf': content => "new\n", seltype => 'bin_t', selrange => 's0:c1' }
file { '/srv/site': ensure => directory, recurse => true, seltype => 'var_lib_t' }
file { '/etc/ignored.conf': content => "new\n", selinux_ignore_defaults => true }
file { '/srv/made': ensure => directory, seltype => 'tmp_t', selrole => 'object_r' }
file { '/run/made': ensure => file, seltype => 'tmp_t' }
