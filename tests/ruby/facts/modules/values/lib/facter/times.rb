# Points in time are texts.
require 'date'
Facter.add(:value_time) { setcode { Time.utc(2024, 2, 29, 12, 30, 15) } }
Facter.add(:value_zone) { setcode { Time.new(2024, 2, 29, 12, 30, 15, '+02:00') } }
Facter.add(:value_date) { setcode { Date.new(2024, 2, 29) } }
Facter.add(:value_date_time) { setcode { DateTime.new(2024, 2, 29, 1, 2, 3) } }
Facter.add(:value_times) { setcode { { Time.utc(2024) => [Date.new(2024)] } } }
