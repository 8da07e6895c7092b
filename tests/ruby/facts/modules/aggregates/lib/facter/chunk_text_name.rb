# The name is a symbol.
Facter.add(:chunk_text_name, type: :aggregate) { chunk('a') { 1 } }
