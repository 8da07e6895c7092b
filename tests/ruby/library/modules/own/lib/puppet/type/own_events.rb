# frozen_string_literal: true

Puppet::Type.newtype(:own_events) do
  newparam(:name)
  ensurable
  newproperty(:state) do
    newvalue(:up, event: 'came_up') { 1 }
    newvalue(:down, invalidate_refreshes: true) { 2 }
    newvalue(:named, method: :by_name) { 3 }
    newvalue(:plain_method, method: 'another')
    newvalue(/^r/, event: :matched)
  end
  newproperty(:other)
end
