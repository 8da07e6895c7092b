# frozen_string_literal: true

require 'puppet/resource_api/simple_provider'
require 'puppet_x/own/store'

# The provider of own_id.
class Puppet::Provider::OwnId::OwnId < Puppet::ResourceApi::SimpleProvider
  def get(_context) = store.all

  def create(_context, name, should)
    store.note("create #{name.inspect} #{should.inspect}")
    store.put(should, :id)
  end

  def update(_context, name, should)
    store.note("update #{name.inspect} #{should.inspect}")
    store.put(should, :id)
  end

  def delete(_context, name)
    store.note("delete #{name.inspect}")
    store.delete(id: name)
  end

  def store = PuppetX::Own::Store.new('own_id')
end
