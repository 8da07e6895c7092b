# Aggregates have no code.
Facter.add(:aggregate_setcode, type: :aggregate) { setcode { 1 } }
