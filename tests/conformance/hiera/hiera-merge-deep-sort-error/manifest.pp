# What can not be compared is not sorted
notify { 'r': message => lookup('l', Any, { 'strategy' => 'deep', 'sort_merged_arrays' => true }) }
