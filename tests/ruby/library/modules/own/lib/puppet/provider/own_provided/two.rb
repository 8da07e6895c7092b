# frozen_string_literal: true

Puppet::Type.type(:own_provided).provide(:two) do
  defaultfor kernel: :linux
  mk_resource_methods
  def exists? = resource[:name] == 'there'
  def create = 'created'
end
