mailalias { 'root': recipient => ['bob', 'eve'], target => '/tmp/case/root/aliases' }
mailalias { 'list': recipient => ['a', 'b'], target => '/tmp/case/root/aliases' }
mailalias { 'f': file => '/x y', target => '/tmp/case/root/aliases' }
