# sort_merged_arrays sorts what was merged
notify { 'r': message => lookup('h', Hash, {'strategy' => 'deep', 'sort_merged_arrays' => true}) }
