# frozen_string_literal: true

require 'puppet/resource_api/simple_provider'
require 'puppet_x/own/store'

# The provider of own_filter.
class Puppet::Provider::OwnFilter::OwnFilter < Puppet::ResourceApi::SimpleProvider
  def get(context, names)
    context.debug("get #{names.inspect}")
    store.note("get #{names.inspect}")
    names.nil? || names.empty? ? store.all : store.all.select { |one| names.include?(one[:name]) }
  end

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

  def store = PuppetX::Own::Store.new('own_filter')
end
