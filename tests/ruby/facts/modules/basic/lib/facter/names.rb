# Names are changed to lower case and can have any characters.
Facter.add('BASIC_Upper') { setcode { 'upper' } }
Facter.add(:'basic-dash') { setcode { 'dash' } }
Facter.add('basic_dotted.name') { setcode { 'dotted' } }
Facter.add('basic_dotted_value') { setcode { [Facter.value('basic_dotted.name'), Facter.value('BASIC_upper'), Facter.value(:Basic_Upper)] } }
Facter.add(123) { setcode { 'number' } }
