# frozen_string_literal: true

require 'puppet_x/own/store'

# The provider of own_schema.
class Puppet::Provider::OwnSchema::OwnSchema
  def get(_context) = store.all

  def set(_context, changes)
    changes.each do |name, change|
      store.note("set #{name.inspect} #{change.inspect}")
      change[:should][:ensure].to_s == 'absent' ? store.delete(name: name) : store.put(change[:should])
    end
  end

  def store = PuppetX::Own::Store.new('own_schema')
end
