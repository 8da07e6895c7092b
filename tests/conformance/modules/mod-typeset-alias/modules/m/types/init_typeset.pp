type M = TypeSet[{ pcore_version => '1.0.0', version => '1.0.0', types => { A => Optional[B], B => Variant[Integer, Array[A]], E => Enum[x, y], F => { attributes => { g => E } } } }]
