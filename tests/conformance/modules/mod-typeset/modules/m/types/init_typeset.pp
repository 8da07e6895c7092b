type M = TypeSet[{
  pcore_version => '1.0.0',
  version       => '1.2.0',
  types         => {
    Port  => Integer[1, 65535],
    Ports => Array[Port],
    Pair  => Object[{ attributes => { first => Integer, second => { type => String, value => 'x' } } }],
    Short => { attributes => { only => Port } },
  },
}]
