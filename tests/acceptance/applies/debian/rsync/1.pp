class { 'rsync::server':
  address   => '127.0.0.1',
  motd_file => '/etc/rsync-motd',
  modules   => {
    'public'  => { 'path' => '/srv/public', 'comment' => 'for all', 'hosts_allow' => ['127.0.0.1', '10.0.0.0/8'] },
    'private' => { 'path' => '/srv/private', 'read_only' => 'no', 'auth_users' => ['alice', 'bob'], 'secrets_file' => '/etc/rsyncd.secrets' },
  },
}
rsync::get { '/srv/copy':
  source  => '/usr/share/doc/rsync/',
  exclude => ['*.gz', 'examples'],
  links   => true,
  times   => true,
}
