# frozen_string_literal: true

require 'puppet_x/own/store'

# The provider of own_logs.
class Puppet::Provider::OwnLogs::OwnLogs
  def get(_context) = store.all

  def set(context, changes)
    changes.each do |name, change|
      %i[debug info notice warning err].each do |level|
        context.public_send(level, 'one')
        context.public_send(level, name, 'two')
        context.public_send(level, [name, 'other'], 'three')
        context.public_send(level, [], 'none')
        context.public_send(level, 1, :b, 'c')
      end
      context.created(name)
      context.updated([name, 'b'], message: 'Is new')
      context.deleted(name)
      context.processed(name, { a: 1 }, { a: 2 })
      context.attribute_changed(name, 'text', nil, 5)
      context.attribute_changed(name, 'text', 'a', 1.5, message: 'why')
      context.attribute_changed(name, 'text', [1], false)
      context.creating(name, message: 'Making') { context.notice('inside') }
      context.updating([name, 'second']) { context.warning(name, 'inside') }
      context.deleting(name) { nil }
      context.failing(name) { nil }
      context.failing([name], message: 'It fails') { nil }
      context.processing(name, 'a', 'b') { nil }
      context.failed(name)
      context.failed([name, 'x'], message: 'No luck')
      context.log_exception(ArgumentError.new('bad'))
      context.log_exception(ArgumentError.new('bad'), message: 'Worse')
      context.notice("type #{context.type.name} #{context.type.namevars.inspect} #{context.type.attributes.keys.inspect} " \
                     "#{context.type.ensurable?.inspect} #{context.type.feature?('canonicalize').inspect} #{context.failed?.inspect}")
      context.notice(context.feature_support?('supports_noop').inspect)
      %i[processing processed attribute_changed].each do |method|
        context.public_send(method, [name], *(method == :attribute_changed ? [:a, 1, 2] : [1, 2])) { nil }
      rescue StandardError => e
        context.notice("#{e.class}: #{e.message}")
      end
      begin
        context.device
      rescue StandardError => e
        context.notice("#{e.class}: #{e.message}")
      end
      begin
        context.type.check_schema({ name: name, size: 1, ensure: 'gone' }, 'Given data is wrong')
        context.notice(context.type.check_schema_keys({ name: name, size: 1 }).inspect)
        context.notice(context.type.check_schema_values({ name: 1, text: nil }).inspect)
      end
      store.put(change[:should])
    end
  end

  def store = PuppetX::Own::Store.new('own_logs')
end
