# frozen_string_literal: true

require 'puppet_x/own/store'

# The provider of own_noop.
class Puppet::Provider::OwnNoop::OwnNoop
  def get(_context) = store.all

  def set(context, changes, noop: false)
    changes.each do |name, change|
      context.notice([name], "noop: #{noop.inspect}")
      store.put(change[:should]) unless noop
    end
  end

  def store = PuppetX::Own::Store.new('own_noop')
end
