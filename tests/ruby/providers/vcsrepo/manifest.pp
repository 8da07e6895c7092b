vcsrepo { '/tmp/case/root/new': ensure => present, provider => git, source => 'https://x/' }
vcsrepo { '/tmp/case/root/repo': ensure => present, provider => git, source => 'https://x/', revision => 'v1' }
vcsrepo { '/tmp/case/root/repo2': ensure => absent, provider => git }
