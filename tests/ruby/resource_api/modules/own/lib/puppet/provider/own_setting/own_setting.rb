# frozen_string_literal: true

require 'puppet_x/own/store'

# The provider of own_setting.
class Puppet::Provider::OwnSetting::OwnSetting
  def get(_context) = store.all

  def set(context, changes)
    changes.each do |name, change|
      context.updating(name) do
        store.put(change[:should])
        context.attribute_changed(name, :value, change[:is][:value], change[:should][:value])
        context.attribute_changed(name, :value, change[:is][:value], change[:should][:value], message: 'done')
      end
    end
  end

  def store = PuppetX::Own::Store.new('own_setting')
end
