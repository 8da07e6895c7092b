# A merge without a strategy
notify { 'r': message => lookup('a', Any, { 'knockout_prefix' => '--' }) }
