# a default value counts only where nothing is found, and is not merged
notify { 'r': message => [lookup('h', Hash, 'deep', {'z' => 1}), lookup('no', Hash, 'deep', {'z' => 1})] }
