# frozen_string_literal: true

Puppet::Type.newtype(:own_changes) do
  ensurable
  newparam(:name)
  newproperty(:plain)
  newproperty(:list, array_matching: :all)
  newproperty(:shown) do
    def is_to_s(value) = "<#{value}>"
    def should_to_s(value) = "{#{value}}"
  end
  newproperty(:broken) { def should_to_s(_value) = raise('broken text') }
  newproperty(:refused) { def is_to_s(_value) = fail('refused') }
end
