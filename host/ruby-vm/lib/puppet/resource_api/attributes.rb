# frozen_string_literal: true

module Puppet
  module ResourceApi
    # Declares defaults and values of attributes.
    module ValueCreator
      class << self
        def create_values(attribute, data_type, param_or_property, options = {})
          attribute.isnamevar if options[:behaviour] == :namevar
          create_default(attribute, options[:default]) if options[:behaviour] != :read_only && options.key?(:default)
          data_type = DataTypeParts.types(data_type).first || data_type if data_type.instance_of?(Pops::Types::POptionalType)
          create_typed_values(attribute, data_type, param_or_property)
          def_newvalues(attribute, param_or_property, *DataTypeHandling::PRESENCE) if options[:type] == 'Enum[present, absent]'
          attribute
        end

        # Values of properties have no effect of their own, since the provider sets whole resources.
        def def_newvalues(attribute, param_or_property, *values)
          return attribute.newvalues(*values) if param_or_property == :newparam

          values.each { |value| attribute.newvalue(value) { nil } }
        end

        private

        # Each resource has its own copy of the default.
        def create_default(attribute, default)
          case default
          when true, false then attribute.defaultto(default.to_s.to_sym)
          else
            stored = Marshal.dump(default)
            attribute.defaultto { Marshal.load(stored) } # rubocop:disable Security/MarshalLoad
          end
        end

        def create_typed_values(attribute, data_type, param_or_property)
          case data_type
          when Pops::Types::PStringType then def_newvalues(attribute, param_or_property, //)
          when Pops::Types::PBooleanType
            def_newvalues(attribute, param_or_property, 'true', 'false')
            [true, false].each { |value| [value, value.to_s.to_sym].each { |name| attribute.aliasvalue(name, value.to_s) } }
          when Pops::Types::PIntegerType then def_newvalues(attribute, param_or_property, /^-?\d+$/)
          when Pops::Types::PFloatType, Pops::Types::PNumericType
            def_newvalues(attribute, param_or_property, DataTypeHandling::NUMERIC)
          end
        end
      end
    end

    # The declaration of an attribute, for the class of its values.
    module AttributeDeclaration
      attr_reader :marotte_type, :marotte_options

      # Takes over the declaration.
      def marotte_declare(type, kind, options)
        @marotte_type = type
        @marotte_options = options
        desc("#{options[:desc]} (a #{options[:type]})") if options[:desc]
        ValueCreator.create_values(self, data_type, kind, options)
      end

      def data_type = DataTypeHandling.parse_puppet_type(name, marotte_options[:type])
      def marotte_data_type = marotte_options[:type]
      def marotte_optional? = marotte_data_type.match?(/\A\s*Optional\b/)

      # Returns how the default is described. Booleans are Symbols in the declaration.
      def marotte_default
        default = marotte_options && marotte_options[:default]
        case default
        when true, false, Numeric, String then { 'constant' => default }
        else super
        end
      end

      # Returns a value in the form for the provider.
      def marotte_convert(value)
        DataTypeHandling.mungify(data_type, value, "#{marotte_type.name}.#{name}", ResourceApi.caller_is_resource_app?)
      end
    end

    # An attribute that is not part of the state.
    class Parameter < Puppet::Parameter
      extend AttributeDeclaration

      # The value that the provider returned, for resources that are not in the manifest.
      attr_writer :marotte_state

      def value = @value.nil? ? @marotte_state : @value

      def value=(value)
        @value = self.class.marotte_convert(value)
      end

      # Returns the value as the provider has it.
      def rs_value = @value
      alias marotte_canonical rs_value
    end

    # An attribute that only the provider sets.
    class ReadOnlyParameter < Parameter
      def value=(value)
        raise ResourceError, "Attempting to set `#{name}` read_only attribute value to `#{value}`"
      end
    end

    # An attribute that is part of the state.
    class Property < Puppet::Property
      extend AttributeDeclaration

      # Returns the value as Puppet has it; see PUP-2368 about booleans.
      def should
        value = rs_value
        case value
        when true, false then value.to_s.to_sym
        when String then name == :ensure ? value.to_sym : value
        else value
        end
      end

      def should=(value)
        @shouldorig = value
        @should = [self.class.marotte_convert(name == :ensure ? value.to_s : value)]
      end

      # Returns the value as the provider has it.
      def rs_value = @should&.first
      alias marotte_canonical rs_value

      def retrieve = resource.rsapi_current_state[name]

      # The provider sets all properties at once when the resource is flushed.
      def set(_value) = nil

      def insync?(is)
        found = custom? ? custom_insync : nil
        return found unless found.nil?

        name == :ensure ? rs_value.to_s == is.to_s : super
      end

      def change_to_s(current, wanted) = @change || super

      private

      def custom? = resource.type_definition.feature?('custom_insync')

      # Returns the result of the provider, or nil if it has none for this property. The provider can describe the change.
      def custom_insync
        @change ||= 'Custom insync logic determined that this resource is out of sync' if name == TypeDefinition::TRIGGER
        result, change = comparing_provider.insync?(resource.context, resource.rsapi_title, name, resource.rsapi_current_state,
                                                    resource.rsapi_canonicalized_target_state)
        @change = change unless result.nil? || change.nil? || change.empty?
        check_result(result)
      end

      def comparing_provider
        provider = resource.my_provider
        return provider if provider.respond_to?(:insync?)

        raise DevError, 'No insync? method defined in the provider; an insync? method must be defined if the custom_insync feature is ' \
                        'defined for the type'
      end

      def check_result(result)
        return result if [nil, true, false].include?(result)

        raise DevError, "Custom insync for #{name} returned a #{result.class} with a value of #{result.inspect} instead of true/false; " \
                        'insync? MUST return nil or the boolean true or false'
      end
    end
  end
end
