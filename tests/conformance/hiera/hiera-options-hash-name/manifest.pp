# The name can be among the options
notify { 'r': message => [lookup({ 'name' => 'a', 'merge' => 'unique' }), lookup({ 'name' => ['x', 'a'], 'default_value' => undef })] }
