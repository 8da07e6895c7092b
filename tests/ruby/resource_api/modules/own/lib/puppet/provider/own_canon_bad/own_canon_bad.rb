# frozen_string_literal: true

require 'puppet/resource_api/simple_provider'
require 'puppet_x/own/store'

# The provider of own_canon_bad.
class Puppet::Provider::OwnCanonBad::OwnCanonBad < Puppet::ResourceApi::SimpleProvider
  def canonicalize(_context, resources)
    resources.map { |resource| resource[:text] ? resource.merge(text: resource[:text].upcase) : resource }
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

  def store = PuppetX::Own::Store.new('own_canon_bad')
end
