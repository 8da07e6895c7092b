# frozen_string_literal: true

Puppet::Type.newtype(:own_validate) do
  ensurable
  newparam(:name)
  newparam(:mode) { newvalues(:any, :log, :catalog, :provider, :set, :original, :nothing) }
  newproperty(:value)

  validate do
    return_early = self[:mode] == :nothing
    next if return_early

    case self[:mode]
    when :log then warning("careful with #{self[:name]}") && info('an information')
    when :catalog then fail('no catalog') unless catalog
    when :provider then fail("provider #{provider.class.name}")
    when :set then self[:value] = 'set by validate'
    when :original then fail(@original_parameters.keys.inspect)
    end
    fail("value is #{self[:value].inspect}") if value(:value) == 'refuse'
  end
end
