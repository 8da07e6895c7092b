# frozen_string_literal: true

Puppet::Type.newtype(:own_array) do
  newparam(:name)

  newproperty(:all, array_matching: :all) { munge { |value| "#{value}!" } }
  newproperty(:all_text, array_matching: 'all')
  newproperty(:first)

  newproperty(:sorted, array_matching: :all) do
    def insync?(is)
      is.is_a?(Array) && @should.is_a?(Array) && is.sort == @should.sort
    end

    def is_to_s(value) = value.inspect
    def should_to_s(value) = value.sort.inspect
  end

  newproperty(:matched) do
    def property_matches?(current, desired) = current.to_s.casecmp?(desired.to_s)
  end

  newproperty(:joined, array_matching: :all) do
    def should
      super&.join(',')
    end

    def should=(values)
      super([values].flatten.compact.uniq)
    end
  end
end
