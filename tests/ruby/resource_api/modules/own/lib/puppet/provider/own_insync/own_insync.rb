# frozen_string_literal: true

require 'puppet/resource_api/simple_provider'
require 'puppet_x/own/store'

# The provider of own_insync.
class Puppet::Provider::OwnInsync::OwnInsync < Puppet::ResourceApi::SimpleProvider
  def insync?(context, name, property, is, should)
    context.debug([name], "comparing #{property}")
    case property
    when :text then is[:text].to_s.casecmp?(should[:text])
    when :list
      missing = should[:list] - Array(is[:list])
      [missing.empty?, "elements #{missing.join(' and ')} are missing"]
    when :wrong then 'yes'
    when :level then (is[:level] || 0) >= should[:level]
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

  def store = PuppetX::Own::Store.new('own_insync')
end
