# frozen_string_literal: true

module Puppet
  module ResourceApi
    # A checked declaration.
    class BaseTypeDefinition
      attr_reader :definition, :attributes

      def initialize(definition, key)
        validate_schema(definition, key)
        @definition = definition
      end

      def name = definition[:name]
      def namevars = @namevars ||= attributes.select { |_, options| options[:behaviour] == :namevar }.keys

      # The attributes whose values are compared with the state of the system.
      def insyncable_attributes = @insyncable_attributes ||= attributes.reject { |_, options| options.key?(:behaviour) }.keys

      # Checks the declaration and brings it into its usual form.
      def validate_schema(definition, key)
        raise DevError, "#{self.class.name} must be a Hash, not `#{definition.class}`" unless definition.is_a?(Hash)
        raise DevError, "#{self.class.name} must have a name" unless definition.key?(:name)
        raise DevError, "#{self.class.name} must have `#{key}`" unless definition.key?(key)

        @attributes = definition[key]
        raise DevError, "`#{definition[:name]}.#{key}` must be a hash, not `#{attributes.class}`" unless attributes.is_a?(Hash)

        unify_documentation(definition)
        attributes.each { |name, options| validate_attribute("#{definition[:name]}.#{name}", name, options) }
      end

      # Checks what a provider returned.
      def check_schema(resource, message_prefix = nil)
        missing = namevars.find { |namevar| resource[namevar].nil? }
        raise ResourceError, "`#{name}.get` did not return a value for the `#{missing}` namevar attribute" if missing

        unknown = check_schema_keys(resource).map { |key| "    * #{key}\n" }
        wrong = check_schema_values(resource).map { |key, problem| "    * #{key}: #{problem}\n" }
        return if unknown.empty? && wrong.empty?

        message_prefix ||= 'Provider returned data that does not match the Type Schema'
        message = "#{message_prefix} for `#{name}[#{resource[namevars.first]}]`"
        message += "\n Unknown attribute:\n#{unknown.join}" if unknown.any?
        message += "\n Value type mismatch:\n#{wrong.join}" if wrong.any?
        notify_schema_errors(message)
      end

      # Returns the keys that are not declared.
      def check_schema_keys(resource) = resource.keys.reject { |key| key == :title || attributes.key?(key) }

      # Returns the attributes whose values do not have their types, with the reasons.
      def check_schema_values(resource)
        resource.each_with_object({}) do |(key, value), wrong|
          problem = attributes.key?(key) && DataTypeHandling.try_validate(data_type(key), value, '') or next
          wrong[key] = attributes[key][:sensitive] == true ? "<< redacted value >> #{problem}" : "#{value} (#{problem})"
        end
      end

      # Reports values that do not fit.
      def notify_schema_errors(message)
        case Strictness.level
        when :off then Puppet.debug(message)
        when :error then raise DevError, message
        else
          ResourceApi.warning_count += 1
          Puppet.warning(message) if ResourceApi.warning_count <= 100
        end
      end

      def data_type(attribute) = DataTypeHandling.parse_puppet_type(attribute, attributes[attribute][:type])

      private

      def unify_documentation(definition)
        if definition.key?(:docs)
          raise DevError, "`#{definition[:name]}` has both `desc` and `docs`, prefer using `desc`" if definition[:desc]

          definition[:desc] = definition.delete(:docs)
        end
        Puppet.warning("`#{definition[:name]}` has no documentation, add it using a `desc` key") unless definition.key?(:desc)
      end

      def validate_attribute(path, name, options)
        raise DevError, "`#{path}` must be a Hash, not a #{options.class}" unless options.is_a?(Hash)
        raise DevError, "`#{path}` has no type" unless options.key?(:type)
        raise DevError, "`#{path}` has the type #{options[:type].inspect}, which is not a String" unless options[:type].is_a?(String)

        Puppet.warning("`#{path}` has no documentation, add it using a `desc` key") unless options.key?(:desc)
        data_type(name)
        return unless options[:behavior]
        raise DevError, "the '#{name}' attribute has both a `behavior` and a `behaviour`, only use one" if options[:behaviour]

        options[:behaviour] = options.delete(:behavior)
      end
    end

    # The setting for checks of providers.
    module Strictness
      def self.level = Puppet.settings[:strict].to_s.to_sym

      # Reports a problem as the setting says.
      def self.report(message, error = DevError)
        case level
        when :error then raise error, message
        when :warning then Puppet.warning(message)
        end
      end
    end

    # The declaration of a type.
    class TypeDefinition < BaseTypeDefinition
      RESERVED = %i[title provider alias audit before consume export loglevel noop notify require schedule stage subscribe tag].freeze
      FEATURES = %w[supports_noop canonicalize custom_insync custom_generate remote_resource simple_get_filter].freeze
      BEHAVIOURS = [nil, :namevar, :parameter, :read_only, :init_only].freeze
      TRIGGER = :rsapi_custom_insync_trigger

      def initialize(definition) = super(definition, :attributes)
      def ensurable? = attributes.key?(:ensure)
      def feature?(feature) = definition[:features]&.include?(feature)
      def title_patterns = definition[:title_patterns] ||= []

      # Whether the type needs a property so that its provider can compare resources at all.
      def triggered? = feature?('custom_insync') && insyncable_attributes.empty?

      def validate_schema(definition, key)
        super
        reserved = RESERVED.find { |name| attributes.key?(name) }
        raise DevError, "must not define an attribute called `#{reserved.inspect}`" if reserved

        patterns = definition.fetch(:title_patterns, [])
        raise DevError, "`:title_patterns` must be an array, not `#{patterns.class}`" unless patterns.is_a?(Array)

        DataTypeHandling.validate_ensure(definition)
        unknown = (definition[:features] ||= []) - FEATURES
        Puppet.warning("Unknown feature detected: #{unknown.inspect}") unless unknown.empty?
      end

      private

      def validate_attribute(path, name, options)
        if name == TRIGGER
          raise DevError, "`#{TRIGGER}` cannot be specified as an attribute; it is reserved for propertyless types with the " \
                          'custom_insync feature'
        end
        super
        return if BEHAVIOURS.include?(options[:behaviour] || nil)

        raise ResourceError, "`#{options[:behaviour]}` is not a valid behaviour value"
      end
    end
  end
end
