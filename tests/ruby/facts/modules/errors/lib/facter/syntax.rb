# Not Ruby.
Facter.add(:syntax_error) do
  setcode { 'never'
end
