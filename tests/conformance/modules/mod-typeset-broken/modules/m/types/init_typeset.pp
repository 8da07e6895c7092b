type M = TypeSet[{ pcore_version => '1.0.0', version => 'abc', types => { Port => Integer } }]
