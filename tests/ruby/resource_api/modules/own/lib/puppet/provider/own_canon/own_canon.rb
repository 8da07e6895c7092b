# frozen_string_literal: true

require 'puppet/resource_api/simple_provider'
require 'puppet_x/own/store'

# The provider of own_canon.
class Puppet::Provider::OwnCanon::OwnCanon < Puppet::ResourceApi::SimpleProvider
  def canonicalize(_context, resources)
    resources.each do |resource|
      resource[:name] = resource[:name].downcase if resource[:name]
      resource[:list] = resource[:list].sort if resource[:list].is_a?(Array)
      resource[:mode] = format('%04o', resource[:mode]) if resource[:mode].is_a?(Integer)
    end
  end

  def get(_context) = store.all

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

  def store = PuppetX::Own::Store.new('own_canon')
end
