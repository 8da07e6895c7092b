# The type of a resolution cannot change.
Facter.define_fact(:type_conflict) do
  define_resolution(:only) { setcode { 'simple' } }
  define_resolution(:only, type: :aggregate) { chunk(:a) { 1 } }
end
