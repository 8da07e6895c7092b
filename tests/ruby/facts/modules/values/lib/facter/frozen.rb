# A value is a copy for every user, as far as Facter copies it.
Facter.add(:frozen_list) { setcode { ['a'.freeze].freeze } }
Facter.add(:frozen_change) do
  setcode do
    Facter.value(:frozen_list) << 'b'
    Facter.value(:frozen_list)
  end
end
Facter.add(:frozen_again) { setcode { Facter.value(:frozen_list).length } }
