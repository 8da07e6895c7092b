# frozen_string_literal: true

module Puppet
  module ResourceApi
    # A provider whose methods `create`, `update` and `delete` change one resource.
    class SimpleProvider
      # Returns the state of a resource that does not exist.
      def self.create_absent(namevar, title)
        (title.is_a?(Hash) ? title.dup : { namevar => title }).merge(ensure: 'absent')
      end

      def set(context, changes)
        changes.each do |name, change|
          is = change.fetch(:is) { current(context, name) }
          raise 'SimpleProvider cannot be used with a Type that is not ensurable' unless context.type.ensurable?

          absent = SimpleProvider.create_absent(:name, name)
          apply(context, name, is || absent, change[:should] || absent)
        end
      end

      %i[create update delete].each do |method|
        define_method(method) { |*| raise "#{self.class} has not implemented `#{method}`" }
      end

      private

      # Reads the state of a resource that is not part of the change.
      def current(context, name)
        all = context.type.feature?('simple_get_filter') ? get(context, [name]) : get(context)
        (all || []).find { |resource| resource[:name] == name }.tap { |found| context.type.check_schema(found) if found }
      end

      def apply(context, name, is, should)
        names = context.type.namevars
        id = names.length > 1 ? names.to_h { |namevar| [namevar, should[namevar]] } : name
        case [is[:ensure].to_s, should[:ensure].to_s]
        when %w[absent present] then context.creating(name) { create(context, id, should) }
        when %w[present absent] then context.deleting(name) { delete(context, id) }
        else context.updating(name) { update(context, id, should) } if is[:ensure].to_s == 'present'
        end
      end
    end
  end
end
