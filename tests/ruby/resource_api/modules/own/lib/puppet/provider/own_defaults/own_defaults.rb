# frozen_string_literal: true

require 'puppet_x/own/store'

# The provider of own_defaults.
class Puppet::Provider::OwnDefaults::OwnDefaults
  def get(_context) = store.all

  def set(_context, changes)
    changes.each do |name, change|
      store.note("set #{name.inspect} #{change.inspect}")
      change[:should][:list] << 'mutated'
      store.put(change[:should].merge(list: change[:should][:list] - ['mutated']))
    end
  end

  def store = PuppetX::Own::Store.new('own_defaults')
end
