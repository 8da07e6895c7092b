# Where knockout_prefix takes things away, and where not
notify { 'r': message => [lookup('h', Any, { 'strategy' => 'deep', 'knockout_prefix' => '--' }), lookup('l', Any, { 'strategy' => 'deep', 'knockout_prefix' => '--' }), lookup('o', Any, { 'strategy' => 'deep', 'knockout_prefix' => '--' })] }
