# Values can be removed.
Facter.add(:flush_count) do
  @count = 0
  on_flush { @count += 10 }
  setcode { @count += 1 }
end
Facter.add(:flush_values) do
  setcode do
    first = Facter.value(:flush_count)
    Facter.flush
    [first, Facter.value(:flush_count)]
  end
end
