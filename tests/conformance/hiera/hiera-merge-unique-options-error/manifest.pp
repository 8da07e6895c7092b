# unique has no options
notify { 'r': message => lookup('a', Any, { 'strategy' => 'unique', 'knockout_prefix' => '--' }) }
