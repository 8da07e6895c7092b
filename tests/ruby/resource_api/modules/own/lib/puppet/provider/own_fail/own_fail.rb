# frozen_string_literal: true

require 'puppet_x/own/store'

# The provider of own_fail.
class Puppet::Provider::OwnFail::OwnFail
  def get(_context) = []

  def set(context, changes)
    changes.each do |name, change|
      case change[:should][:how]
      when 'raise' then raise ArgumentError, "cannot set #{name}"
      when 'creating' then context.creating(name) { raise "cannot create #{name}" }
      when 'processing' then context.processing(name, 1, 2) { raise Puppet::Error, "cannot process #{name}" }
      when 'failed' then context.failed(name, message: 'not possible')
      else Puppet::ResourceApi::SimpleProvider.new.set(context, changes)
      end
    end
  end

  def store = PuppetX::Own::Store.new('own_fail')
end
