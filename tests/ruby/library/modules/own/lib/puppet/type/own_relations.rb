# frozen_string_literal: true

Puppet::Type.newtype(:own_relations) do
  newparam(:name)
  newparam(:files)
  newparam(:users)

  autorequire(:file) { self[:files] }
  autorequire(:user) { [self[:users], nil, 'root'] }
  autorequire(:group) { nil }
  autorequire(:unknown_type) { 'never' }
  autorequire(:own_basic) { catalog.nil? ? [] : ["/#{self[:name]}"] }
  autobefore(:service) { %w[one two] if self[:users] }
  autonotify(:exec) { "run #{self[:name]}" }
  autosubscribe(:package) { Puppet::Type.type(:own_values).new(name: 'inner') }
  autosubscribe(:own_array) { [] }
end
