# frozen_string_literal: true

Puppet::Type.type(:own_retrieve).provide(:reader) do
  def exists? = resource[:name] != 'gone'
  def read_value = 'read'
end
