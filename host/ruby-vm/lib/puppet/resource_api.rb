# frozen_string_literal: true

require 'puppet/resource_api/data_type_handling'
require 'puppet/resource_api/type_definition'
require 'puppet/resource_api/base_context'
require 'puppet/resource_api/attributes'
require 'puppet/resource_api/resource'
require 'puppet/resource_api/simple_provider'
require 'puppet/resource_api/transport'

module Puppet
  # Types that are declared by a Hash, with providers that get and set Hashes.
  module ResourceApi
    class << self
      # Counts the warnings about values of providers, of which only the first ones are logged.
      attr_accessor :warning_count

      # Whether texts are converted to the data types of attributes, as for values of a command line.
      attr_writer :marotte_texts

      def caller_is_resource_app? = @marotte_texts || false

      # Declares a type.
      def register_type(definition)
        type = TypeDefinition.new(definition)
        namespace(definition[:name])
        Puppet::Type.newtype(definition[:name].to_sym) { extend(TypeDeclaration).marotte_declare(type) }
      end

      # Returns the class of a provider. Its file is loaded if necessary.
      def load_provider(type_name)
        name = class_name_from_type_name(type_name)
        space = namespace(type_name)
        Puppet::Type.type(type_name.to_sym).provider(type_name.to_sym) unless space.const_defined?(name, false)
        return space.const_get(name, false) if space.const_defined?(name, false)

        raise DevError, "provider class Puppet::Provider::#{name}::#{name} not found in puppet/provider/#{type_name}/#{type_name}"
      end

      def register_transport(schema)
        raise DevError, "requires a hash as schema, not `#{schema.class}`" unless schema.is_a?(Hash)

        Transport.reject("the transport '#{schema[:name]}'")
      end

      def class_name_from_type_name(type_name) = type_name.to_s.split('_').map(&:capitalize).join

      private

      # Returns the module that contains the class of a provider.
      def namespace(type_name)
        name = class_name_from_type_name(type_name)
        return Puppet::Provider.const_get(name, false) if Puppet::Provider.const_defined?(name, false)

        Puppet::Provider.const_set(name, ::Module.new)
      end
    end

    self.warning_count = 0
  end
end
