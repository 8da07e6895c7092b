# Changes are told at the resource's own level
owned { 'x': color => 'new', loglevel => warning }
owned { 'y': color => 'new', loglevel => debug }
