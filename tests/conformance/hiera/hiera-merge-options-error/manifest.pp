# Options that a strategy does not have
notify { 'r': message => lookup('a', Any, { 'strategy' => 'deep', 'foo' => true }) }
