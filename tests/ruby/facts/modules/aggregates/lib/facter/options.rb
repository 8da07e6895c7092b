# Options of resolutions that aggregates do not have.
Facter.add(:aggregate_value, type: :aggregate, value: 1)
