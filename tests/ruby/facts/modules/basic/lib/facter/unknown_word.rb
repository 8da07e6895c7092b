# A method that resolutions do not have.
Facter.add(:unknown_word) do
  has_timeout 5
  setcode { 1 }
end
