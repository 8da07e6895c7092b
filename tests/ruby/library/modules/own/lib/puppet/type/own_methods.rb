# frozen_string_literal: true

Puppet::Type.newtype(:own_methods) do
  newparam(:name)
  newproperty(:value) { def retrieve = 'v' }

  def exists? = self[:name] == 'there'
  def create = calls << :create
  def destroy = calls << :destroy
  def calls = @calls ||= []
end
