# frozen_string_literal: true

require 'puppet_x/own/store'

# The provider of own_trigger.
class Puppet::Provider::OwnTrigger::OwnTrigger
  def get(_context) = store.all

  def insync?(_context, _name, property, is, should)
    return nil unless property == :rsapi_custom_insync_trigger

    missing = should[:wanted] - Array(is[:wanted])
    return false if missing == ['quiet']

    [missing.empty?, "Adding #{missing.inspect}"]
  end

  def set(context, changes)
    changes.each do |name, change|
      context.processing(name, change[:is], change[:should], message: 'Writing') { store.put(change[:should]) }
    end
  end

  def store = PuppetX::Own::Store.new('own_trigger')
end
