gitremote { 'origin': remotename => 'origin', directory => '/srv/x.git', url => 'https://new/', confowner => 'root', fetches => ['+refs/heads/*:refs/remotes/origin/*'] }
gitremote { 'up': remotename => 'up', directory => '/srv/x.git', url => 'https://up/', confowner => 'root', fetches => ['a:b'] }
gitremote { 'new': remotename => 'new', directory => '/srv/x.git', url => 'https://n/', confowner => 'root', fetches => ['a:b', 'c:d'] }
