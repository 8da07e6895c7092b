# A fact without name.
Facter.add(nil) { setcode { 'nil' } }
Facter.add('') { setcode { 'empty' } }
