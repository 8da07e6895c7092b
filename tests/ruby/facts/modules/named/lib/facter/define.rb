# Facts and resolutions with names.
Facter.define_fact(:defined) do
  define_resolution(:first) { setcode { 'first' } }
  define_resolution('second') { has_weight(1) && setcode { 'second' } }
end
Facter.define_fact(:defined_aggregate) do
  define_resolution(:parts, type: :aggregate) { chunk(:a) { ['a'] } }
end
Facter.define_fact(:defined_class) { define_resolution(nil) { setcode { fact.class.name } } }
Facter.define_fact(:defined_result) { define_resolution(:x) { setcode { fact.resolution(:x).class.name } } }
Facter.define_fact(:defined_lookup) { define_resolution(:x) { setcode { [fact.resolution(:y), fact.resolution(nil)] } } }
