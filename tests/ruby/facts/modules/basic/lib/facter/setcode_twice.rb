# The last code is used.
Facter.add(:setcode_twice) do
  setcode { 'first' }
  setcode { 'second' }
end
Facter.add(:setcode_result) do
  @result = setcode { @result.class.name }
end
