# frozen_string_literal: true

Puppet::Type.newtype(:own_required) do
  newparam(:name)
  newparam(:must) { isrequired }
  newproperty(:either)
  newproperty(:other)
  newparam(:kind) { newvalues(:error, :argument, :type, :runtime, :ok, :resource) }

  validate do
    raise Puppet::Error, 'must is a required attribute' unless self[:must]

    case self[:kind]
    when :argument then raise ArgumentError, 'an argument'
    when :type then raise TypeError, 'a type'
    when :runtime then raise 'at run time'
    when :resource then raise Puppet::ResourceError, 'a resource'
    when :error then fail('either', 'and', 'other')
    end
    fail('either and other exclude each other') if should(:either) && self[:other]
  end
end
