type M = TypeSet[{ pcore_version => '1.0.0', version => '1.0.0', types => { Port => Integer[1, 9] } }]
