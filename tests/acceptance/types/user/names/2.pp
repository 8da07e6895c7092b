user { 'a-b.c_d': gid => 'real_group', comment => "it's", home => '/srv/$HOME' }
user { 'dashed-': comment => '' }
