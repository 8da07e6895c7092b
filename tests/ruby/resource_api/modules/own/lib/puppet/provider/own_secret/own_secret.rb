# frozen_string_literal: true

require 'puppet_x/own/store'

# The provider of own_secret.
class Puppet::Provider::OwnSecret::OwnSecret
  def get(_context)
    store.all.map do |one|
      one[:password] = Puppet::Pops::Types::PSensitiveType::Sensitive.new(one[:password]) if one[:password]
      one
    end
  end

  def set(_context, changes)
    changes.each do |name, change|
      should = change[:should].transform_values { |value| value.respond_to?(:unwrap) ? value.unwrap : value }
      store.note("set #{name} #{change[:should].map { |key, value| "#{key} #{value.class}" }.join(', ')}")
      store.put(should.slice(:name, :ensure, :password, :token))
    end
  end

  def store = PuppetX::Own::Store.new('own_secret')
end
