# frozen_string_literal: true

Puppet::Type.newtype(:own_symbols) do
  newparam(:name)
  newproperty(:nested) { munge { |value| { key: [value.to_s.to_sym, { inner: :deep }], 'text' => nil } } }
  newproperty(:object) { munge { |value| Struct.new(:value) { def to_s = "object #{value}" }.new(value) } }
  newproperty(:list, array_matching: :all) { munge { |value| value.to_s.empty? ? :undef : value.to_s.to_sym } }
  newproperty(:falsy) { munge { |value| value == 'false' ? false : value } }
  newproperty(:range) { munge { |value| 1..value.to_i } }
  newparam(:regexp) { munge { |value| Regexp.new(value.to_s).source } }
  newparam(:number) { munge { |value| Float(value) } }
end
