type M = TypeSet[{ pcore_version => '1.0.0', version => '1.0.0', types => { Inner => TypeSet[{ pcore_version => '1.0.0', version => '1.0.0', types => { Deep => Integer[7, 7] } }] } }]
