# The object of a fact.
Facter.add(:object_name) { setcode { [Facter[:object_text].name, Facter[:object_text].to_s, Facter[:object_text].value] } }
Facter.add(:object_text) { setcode { 'text' } }
Facter.add(:object_class) { setcode { Facter[:object_text].class.name } }
Facter.add(:object_kind) { setcode { [Facter[:object_text].type, Facter[:object_text].core?, Facter[:object_text].legacy?, Facter[:object_text].resolves?('object_text')] } }
Facter.add(:object_keys) { setcode { Facter[:object_hash].value.keys } }
Facter.add(:object_hash) { setcode { { a: 1, 2 => 3 } } }
