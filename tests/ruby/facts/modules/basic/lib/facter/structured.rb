# Structured values: symbols, numbers and nil as keys and values.
Facter.add(:structured) do
  setcode do
    { name: :value, 'list' => [1, :two, nil, { three: 3 }], 1 => 'one', nil => 'nothing', 2.5 => true, deep: { a: { b: { c: [] } } }, none: nil }
  end
end
Facter.add(:structured_part) { setcode { Facter.value('structured.deep.a.b') } }
Facter.add(:structured_index) { setcode { Facter.value('structured.list.3.three') } }
Facter.add(:structured_number_key) { setcode { Facter.value('structured.1') } }
Facter.add(:structured_missing) { setcode { [Facter.value('structured.nope'), Facter.value('structured.list.9'), Facter.value('structured.list.x')] } }
Facter.add(:structured_beyond) { setcode { Facter.value('structured.name.more').inspect } }
Facter.add(:structured_symbols) { setcode { Facter.value(:structured).map { |key, value| [key.class.name, value.class.name] } } }
Facter.add(:structured_symbol_value) { setcode { Facter.value(:structured)['name'].class.name } }
