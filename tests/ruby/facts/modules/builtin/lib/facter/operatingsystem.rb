# A confine is a weight, too.
Facter.add(:operatingsystem) do
  confine kernel: 'Linux'
  setcode { 'Custom system' }
end
