# frozen_string_literal: true

require 'puppet/parameter'

module Puppet
  # An attribute that is part of the state of the system. The provider reads and changes it.
  class Property < Parameter
    class << self
      attr_accessor :unmanaged
      attr_writer :idempotent

      # Whether the whole state must be equal (:all), or one of the values (:first).
      def array_matching = @array_matching ||= :first

      def array_matching=(value)
        value = value.to_sym if value.is_a?(String)
        raise ArgumentError, "Supported values for Property#array_matching are 'first' and 'all'" unless %i[first all].include?(value)

        @array_matching = value
      end

      def idempotent = @idempotent.nil? ? @idempotent = true : @idempotent
      def value_name(value) = value_collection.match?(value)&.name
      def value_option(name, option) = value_collection.value(name)&.public_send(option)

      # Adds a value. Its block is the method that sets it; without one the provider is called.
      def newvalue(name, options = {}, &block)
        value = value_collection.newvalue(name, options, &block)
        define_setter(value.method.to_sym, value.block) if value.method
        value
      end

      def method_added(name)
        super
        return unless name == :safe_insync? && self != Property

        raise "Puppet::Property#safe_insync? shouldn't be overridden; please override insync? instead"
      end

      private

      def define_setter(method, block)
        if block
          raise ArgumentError, "Attempt to redefine method #{method} with block" if method_defined?(method, false)

          define_method(method, &block)
        elsif !method_defined?(method)
          alias_method(method, :call_provider)
        end
      end
    end

    attr_reader :shouldorig
    attr_writer :noop

    def retrieve = provider.public_send(name)
    def value = should
    def value=(values)
      self.should = values
    end

    # Returns the desired value: the first one, or all of them.
    def should
      return nil unless defined?(@should)

      devfail "should for #{name} on #{resource.name} is not an array" unless @should.is_a?(Array)
      match_all? ? @should.map { |value| unmunge(value) } : unmunge(@should[0])
    end

    def should=(values)
      values = [values] unless values.is_a?(Array)
      @shouldorig = values
      values.each { |value| validate(value) }
      @should = values.map { |value| munge(value) }
    end

    def match_all? = self.class.array_matching == :all
    def idempotent? = self.class.idempotent
    def is_to_s(value) = self.class.format_value_for_display(value) # rubocop:disable Naming/PredicatePrefix
    def should_to_s(value) = self.class.format_value_for_display(value)

    # Returns whether a state is the desired one; without a desired value every state is.
    def safe_insync?(is) = @should ? insync?(is) : true

    def insync?(is)
      devfail "#{name}'s should is not array" unless @should.is_a?(Array)
      return true if @should.empty?
      return @should.any? { |value| property_matches?(is, value) } unless match_all?

      is.is_a?(Array) && is.length == @should.length && [@should, @should.map(&:to_s)].include?(is)
    end

    def property_matches?(current, desired) = [desired, desired.to_s].include?(current)

    # Compares with other desired values. The result is nil if that fails.
    def insync_values?(should, is)
      own = @should
      @should = should
      insync?(is)
    rescue StandardError
      Puppet.info("Unknown failure using insync_values? on type: #{resource.ref} / property: #{name} to compare values #{should} and #{is}")
      nil
    ensure
      @should = own
    end

    # Describes a change for a person.
    def change_to_s(current, desired)
      return "defined '#{name}' as #{should_to_s(desired)}" if current == :absent
      return "undefined '#{name}' from #{is_to_s(current)}" if [:absent, [:absent]].include?(desired)

      "#{name} changed #{is_to_s(current)} to #{should_to_s(desired)}"
    rescue Puppet::Error
      raise
    rescue StandardError => e
      raise Puppet::DevError, "Could not convert change '#{name}' to string: #{e}", e.backtrace
    end

    def event_name
      event = self.class.value_option(should, :event)
      return event if event
      return :"#{name}_changed" unless name == :ensure

      :"#{resource.type}_#{{ present: 'created', absent: 'removed' }.fetch(should, 'changed')}"
    end

    # Returns the parts of an event about a change.
    def event(options = {})
      found = should && self.class.value_collection.match?(should)
      parts = { name: event_name, desired_value: should, property: self, source_description: path }.merge(options)
      parts[:invalidate_refreshes] = true if found&.invalidate_refreshes
      resource.event(parts.merge(redacted: sensitive))
    end

    # Changes the state to a value.
    def set(value)
      name = self.class.value_name(value)
      method = self.class.value_option(name, :method)
      return call_setter(method, value) if method && respond_to?(method)

      block = self.class.value_option(name, :block)
      block ? instance_eval(&block) : call_provider(value)
    end

    def sync
      devfail 'Got a nil value for should' unless should
      set(should)
    end

    def call_provider(value)
      fail "#{name} cannot handle values of type #{value.inspect}" unless resource.provider
      fail "The #{provider.class.name} provider can not handle attribute #{name}" unless provider.respond_to?(:"#{name}=")

      provider.public_send(:"#{name}=", value)
    end

    def unsafe_validate(value)
      super
      validate_features_per_value(value)
    end

    def validate_features_per_value(value)
      features = Array(self.class.value_option(self.class.value_name(value), :required_features))
      return if features.empty? || provider.satisfies?(features)

      raise ArgumentError, "Provider #{provider.class.name} must have features '#{features.join(', ')}' to set '#{name}' to '#{value}'"
    end

    def noop
      return resource.noop? if resource.respond_to?(:noop?)

      defined?(@noop) ? @noop : Puppet[:noop]
    end

    private

    def call_setter(method, value)
      public_send(method)
    rescue Puppet::Error
      raise
    rescue StandardError => e
      error = Puppet::ResourceError.new("Could not set '#{value}' on #{name}: #{e}", e)
      error.set_backtrace(e.backtrace)
      raise error
    end
  end
end

require 'puppet/property_kinds'
