$values = { 'one' => 'new', 'two' => 'new', 'three' => 'new' }
['none', 'exists', 'get', 'set', 'nil', 'errno', 'insync', 'insync2', 'text', 'flush', 'flush2', 'create', 'create2'].each |$at| {
  own_errors { $at: ensure => present, at => $at, * => $values }
}
own_errors { 'destroy': ensure => absent }
own_errors { 'same': ensure => present, one => 'old' }
