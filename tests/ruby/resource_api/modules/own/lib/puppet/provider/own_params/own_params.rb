# frozen_string_literal: true

require 'puppet/resource_api/simple_provider'
require 'puppet_x/own/store'

# The provider of own_params.
class Puppet::Provider::OwnParams::OwnParams < Puppet::ResourceApi::SimpleProvider
  def get(_context) = store.all.map { |one| one.reject { |key, _| %i[target force source].include?(key) } }

  def create(_context, name, should)
    store.note("create #{name.inspect} #{should.inspect}")
    store.put(should)
  end

  def update(_context, name, should)
    store.note("update #{name.inspect} #{should.inspect}")
    store.put(should)
  end

  def delete(_context, name)
    store.note("delete #{name.inspect}")
    store.delete(name: name)
  end

  def store = PuppetX::Own::Store.new('own_params')
end
