# A resolution is extended under its name.
Facter.define_fact(:extended) do
  define_resolution(:only) { setcode { 'first' } }
  define_resolution(:only) { setcode { 'second' } }
end
Facter.define_fact(:extended_by_add) { define_resolution('added') { setcode { 'defined' } } }
Facter.add(:extended_by_add, name: 'added') { setcode { 'added without extending' } }
