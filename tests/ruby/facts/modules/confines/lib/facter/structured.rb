# Structured facts as a whole.
Facter.add(:whole_list) { setcode { [1, 2] } }
Facter.add(:whole_hash) { setcode { { 'a' => 1 } } }
Facter.add(:whole_is_list) { confine(whole_list: [[1, 2]]) && setcode { 'list' } }
Facter.add(:whole_is_element) { confine(whole_list: [1, 2]) && setcode { 'an element is not the list' } }
Facter.add(:whole_is_hash) { confine(whole_hash: [{ 'a' => 1 }]) && setcode { 'hash' } }
Facter.add(:whole_is_bare_hash) { confine(whole_hash: { 'a' => 1 }) && setcode { 'a bare hash is expanded' } }
