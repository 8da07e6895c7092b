# An exception in the block of Facter.add.
Facter.add(:block_error) { raise 'in the block' }
