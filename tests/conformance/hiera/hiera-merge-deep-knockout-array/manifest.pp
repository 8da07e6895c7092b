# knockout_prefix takes elements of lower levels away
notify { 'r': message => lookup('h', Hash, {'strategy' => 'deep', 'knockout_prefix' => '--'}) }
