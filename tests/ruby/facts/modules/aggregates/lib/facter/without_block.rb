# The block that combines results is required.
Facter.add(:aggregate_without_block, type: :aggregate) { aggregate }
