# Results that are no data.
Facter.add(:chunk_time, type: :aggregate) { chunk(:a) { { 'time' => Time.at(0).utc } } }
Facter.add(:chunk_range, type: :aggregate) { chunk(:a) { 1..2 } }
Facter.add(:aggregate_range, type: :aggregate) { chunk(:a) { 1 } && aggregate { |_| 1..2 } }
Facter.add(:aggregate_text, type: :aggregate) { chunk(:a) { "bad \xff" } }
