# Unknown options of chunks.
Facter.add(:chunk_options, type: :aggregate) { chunk(:a, requires: :b) { 1 } }
