# frozen_string_literal: true

require 'puppet_x/own/store'

# The provider of own_optional.
class Puppet::Provider::OwnOptional::OwnOptional
  def get(_context) = store.all

  def set(_context, changes)
    changes.each do |name, change|
      store.note("set #{name.inspect} #{change.inspect}")
      change[:should][:ensure].to_s == 'absent' ? store.delete(name: name) : store.put(change[:should])
    end
  end

  def store = PuppetX::Own::Store.new('own_optional')
end
