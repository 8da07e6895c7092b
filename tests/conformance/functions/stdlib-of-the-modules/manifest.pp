# Functions that a module has in the language come before those of stdlib that are built in.
notice(stdlib::ensure('present', 'file'))
notice(stdlib::nested_values({'a' => 1}))
