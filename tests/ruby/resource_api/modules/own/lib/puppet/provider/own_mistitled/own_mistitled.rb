# frozen_string_literal: true

require 'puppet/resource_api/simple_provider'
require 'puppet_x/own/store'

# The provider of own_mistitled.
class Puppet::Provider::OwnMistitled::OwnMistitled < Puppet::ResourceApi::SimpleProvider
  def get(_context) = store.all.map { |one| one.merge(title: "#{one[:package]}-other") }

  def create(_context, name, should)
    store.note("create #{name.inspect} #{should.inspect}")
    store.put(should, :package, :manager)
  end

  def update(_context, name, should)
    store.note("update #{name.inspect} #{should.inspect}")
    store.put(should, :package, :manager)
  end

  def delete(_context, name)
    store.note("delete #{name.inspect}")
    store.delete(name)
  end

  def store = PuppetX::Own::Store.new('own_mistitled')
end
