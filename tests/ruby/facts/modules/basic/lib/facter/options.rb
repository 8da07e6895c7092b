# Options of Facter.add.
Facter.add(:option_value, value: 'given')
Facter.add(:option_false, value: false) { setcode { 'for false' } }
Facter.add(:option_weight, weight: 5) { setcode { weight } }
Facter.add(:option_weight, weight: 9) { setcode { 'nine' } }
Facter.add(:option_name, name: 'named') { setcode { raise 'with a name' } }
Facter.add(:option_timeout, timeout: 7) { setcode { limit } }
Facter.add(:option_in_block) do
  self.timeout = 4
  self.name = 'inside'
  setcode { raise 'named inside' }
end
Facter.add(:option_hash, { weight: 2 }) { setcode { 'hash' } }
