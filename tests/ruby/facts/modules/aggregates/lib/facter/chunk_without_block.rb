# A block is required.
Facter.add(:chunk_without_block, type: :aggregate) { chunk(:a) }
