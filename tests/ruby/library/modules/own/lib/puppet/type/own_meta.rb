# frozen_string_literal: true

Puppet::Type.newtype(:own_meta) do
  newparam(:name)
  newproperty(:value)
  newproperty(:audited)

  def summary
    { noop: noop?, loglevel: self[:loglevel], tags: (tags.to_a - [title.downcase]).sort, audit: propertydefined?(:audited), schedule: self[:schedule] }
  end
end
