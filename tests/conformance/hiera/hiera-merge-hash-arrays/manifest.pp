# Hashes in arrays, merged by position
notify { 'r': message => lookup('a', Any, { 'strategy' => 'deep', 'merge_hash_arrays' => true }) }
