# frozen_string_literal: true

Puppet::Type.newtype(:own_munge) do
  newparam(:name) do
    munge { |value| value.to_s.downcase.chomp('/') }
  end

  newproperty(:number) do
    validate do |value|
      raise ArgumentError, "number must be a number, got #{value.inspect}" unless value.to_s.match?(/\A-?\d+\z/)
    end
    munge { |value| Integer(value) }
    unmunge { |value| value.to_s.rjust(4, '0') }
  end

  newproperty(:size) do
    munge { |value| value * 2 }
  end

  newparam(:strict) do
    newvalues(:a, :b)
    validate do |value|
      super(value)
      fail 'c is not possible' if value == 'b' && resource[:number]
    end
    munge do |value|
      result = super(value)
      result == :b ? :beta : result
    end
  end

  newparam(:broken) do
    munge { |value| raise 'no munge' if value == 'raise'; value.nothing if value == 'missing'; value }
    validate { |value| value.missing_too if value == 'validate'; raise TypeError, 'a type' if value == 'type' }
  end

  newparam(:hash) do
    validate { |value| raise Puppet::Error, 'must be a hash' unless value.is_a?(Hash) }
    munge { |value| value.to_h { |key, one| [key.to_sym, one.is_a?(String) ? one.to_sym : one] } }
  end

  newparam(:list) { munge { |value| Array(value).flatten.map(&:to_s).sort } }
end
