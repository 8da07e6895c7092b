# frozen_string_literal: true

require 'puppet_x/own/store'

# The provider of own_unread.
class Puppet::Provider::OwnUnread::OwnUnread
  def get(_context) = raise(Puppet::ResourceError, 'the system cannot be read')
  def set(_context, _changes) = nil

  def store = PuppetX::Own::Store.new('own_unread')
end
