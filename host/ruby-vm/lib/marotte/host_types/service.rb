# frozen_string_literal: true

module Marotte
  module HostTypes
    # The type `service`: what its attributes mean to providers in Ruby.
    module Service
      # What providers can do, by the methods that they need for it.
      FEATURES = {
        refreshable: %i[restart], enableable: %i[disable enable enabled?], delayed_startable: %i[delayed_start],
        manual_startable: %i[manual_start], maskable: %i[mask]
      }.freeze

      # Methods of the attribute `ensure`.
      module Ensure
        def retrieve = provider.status

        # Starting and stopping a service also sets the other two properties, since no property is set after `ensure`.
        def sync
          set_other(:logonaccount)
          super
          set_other(:enable)
        end

        private

        def set_other(name)
          other = resource.property(name) or return
          other.sync unless other.safe_insync?(other.retrieve)
        end
      end

      # Whether an attribute is in sync can be up to the provider, which has a method with the name of the attribute.
      OWN_COMPARISON = proc do |name|
        define_method(:insync?) { |is| provider.respond_to?(name) ? provider.public_send(name, is) : super(is) }
      end

      # Attributes that are true or false.
      FLAG = proc { newvalues(:true, :false) } # rubocop:disable Lint/BooleanSymbol

      # The bodies of the declarations of attributes.
      ATTRIBUTES = {
        'ensure' => proc do
          include Ensure

          newvalue(:stopped, event: :service_stopped) { provider.stop }
          newvalue(:running, event: :service_started, invalidate_refreshes: true) { provider.start }
          aliasvalue(:false, :stopped) # rubocop:disable Lint/BooleanSymbol
          aliasvalue(:true, :running) # rubocop:disable Lint/BooleanSymbol
        end,
        'enable' => proc do
          newvalue(:true, event: :service_enabled) { provider.enable } # rubocop:disable Lint/BooleanSymbol
          newvalue(:false, event: :service_disabled) { provider.disable } # rubocop:disable Lint/BooleanSymbol
          newvalue(:manual, event: :service_manual_start, required_features: :manual_startable) { provider.manual_start }
          newvalue(:mask, event: :service_disabled, required_features: :maskable) { provider.mask }
          newvalue(:delayed, event: :service_delayed_start, required_features: :delayed_startable) { provider.delayed_start }
          class_exec(:enabled_insync?, &OWN_COMPARISON)

          define_method(:retrieve) { provider.enabled? }
        end,
        'logonaccount' => proc { class_exec(:logonaccount_insync?, &OWN_COMPARISON) },
        'hasstatus' => proc do
          class_exec(&FLAG)
          defaultto :true # rubocop:disable Lint/BooleanSymbol
        end,
        'hasrestart' => FLAG,
        'path' => proc do
          munge { |value| Array(value).flat_map { |paths| paths.split(File::PATH_SEPARATOR) } }
          defaultto { provider.class.defpath if provider.class.respond_to?(:defpath) }
        end,
        'pattern' => proc { defaultto { resource[:binary] || resource[:name] } },
        'control' => proc { defaultto { "#{resource.name.tr('.', '_').upcase}_START" if provider.controllable? } },
        'timeout' => proc do
          munge { |value| Integer(value) }
          defaultto { provider.respond_to?(:default_timeout) ? provider.default_timeout : 10 }
        end
      }.freeze

      # Methods of resources.
      module Methods
        def refresh
          status = (parameter(:ensure) || newattr(:ensure)).retrieve
          status == :running ? provider.restart : debug('Skipping restart; service is not running')
        end
      end
    end
  end
end
