# frozen_string_literal: true

Puppet::Type.newtype(:own_set) do
  newparam(:name)
  newproperty(:state) do
    newvalue(:a) { resource.done << [:a, value] }
    newvalue(/^p(.)/) { resource.done << [:pattern, should] }
    newvalue(:fails) { raise 'cannot set' }
    newvalue(:refuses) { fail 'refused' }
    newvalue(:free)
  end
  newproperty(:direct) { def set(value) = resource.done << [:direct, value] }

  def done = @done ||= []
end
