# frozen_string_literal: true

Puppet::Type.newtype(:own_title) do
  def self.title_patterns
    [
      [/\A([^:\/]+)::([^:]+)\z/m, [[:name], [:section]]],
      [/\A(\d+)-(\w+)\z/, [[:name, ->(text) { "n#{text}" }], [:section, :upcase.to_proc]]],
      [/\A([^:\/]*)(?:\/(.*))?\z/m, [[:name], [:section]]]
    ]
  end

  newparam(:name) { isnamevar }
  newparam(:section) do
    isnamevar
    defaultto 'main'
  end
  newproperty(:value)
end
