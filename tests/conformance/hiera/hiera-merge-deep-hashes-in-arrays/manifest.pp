# merge_hash_arrays merges the hashes at the same place of arrays
notify { 'r': message => lookup('h', Hash, {'strategy' => 'deep', 'merge_hash_arrays' => true}) }
