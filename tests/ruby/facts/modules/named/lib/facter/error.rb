# An error in the block.
Facter.define_fact(:define_error) { raise 'in the block of the fact' }
