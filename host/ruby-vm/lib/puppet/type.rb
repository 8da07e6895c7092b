# frozen_string_literal: true

require 'puppet/tagging'
require 'puppet/property'
require 'puppet/provider_features'
require 'marotte/class_factory'
require 'marotte/display'
require 'marotte/autoloader'
require 'marotte/type_registry'
require 'marotte/type_attributes'
require 'marotte/type_providers'
require 'marotte/type_relations'

module Puppet
  # A resource whose type is declared in Ruby. The subclasses are the types.
  class Type
    include Comparable
    include Puppet::Util
    include Puppet::Util::Errors
    include Puppet::Util::Logging
    include Puppet::Util::Tagging
    include Marotte::TypeRelations

    extend Puppet::Util
    extend Puppet::Util::Logging
    extend Puppet::Util::Warnings
    extend Puppet::Util::ProviderFeatures
    extend Marotte::TypeRelations::Declarations
    extend Marotte::TypeRegistry
    extend Marotte::TypeAttributes
    extend Marotte::TypeProviders

    @types = {}

    class << self
      attr_reader :name
      attr_accessor :self_refresh

      def to_s = @name ? "Puppet::Type::#{@name.to_s.capitalize}" : super
      def needs_ensure_retrieved = true

      # Declares the check of a resource as a whole.
      def validate(&block)
        define_method(:unsafe_validate, &block)
        define_method(:validate) { unsafe_validate }
      end

      # Returns a resource with the attributes of a hash.
      def hash2resource(hash)
        values = hash.transform_keys(&:to_sym)
        keys = key_attributes
        title = values.delete(:title) || values[:name] || (values[keys.first] if keys.length == 1)
        raise Puppet::Error, 'Title or name must be provided' unless title

        made = Puppet::Resource.new(self, title)
        made.catalog = values.delete(:catalog)
        made.sensitive_parameters = values.delete(:sensitive_parameters) || []
        values.each { |name, value| made[name] = value }
        made
      end
    end

    attr_accessor :file, :line, :catalog, :exported, :virtual
    attr_reader :provider, :original_parameters, :marotte_secrets
    attr_writer :title, :noop

    # Makes a resource of its attributes: a hash or the resource of a catalog.
    def initialize(resource)
      resource = self.class.hash2resource(resource) unless resource.is_a?(Puppet::Resource)
      @parameters = {}
      @title = resource.type.to_s.downcase.to_sym == self.class.name ? resource.title : resource.ref
      copy_context(resource)
      @original_parameters = resource.to_hash
      set_name(@original_parameters)
      set_default(:provider)
      set_parameters(@original_parameters)
      validate_resource
      @marotte_secrets = resource.sensitive_parameters
      set_sensitive_parameters(@marotte_secrets)
    end

    def validate_resource
      validate if respond_to?(:validate)
    rescue Puppet::Error, ArgumentError => e
      raise adderrorcontext(Puppet::ResourceError.new("Validation of #{ref} failed: #{e}"), e)
    end

    def title
      @title ||= begin
        devfail "Could not find namevar #{name_var} for #{self.class.name}" unless self.class.validattr?(name_var || :name)
        self[:name]
      end
    end

    def name = self[:name]
    def type = self.class.name
    def ref = @ref ||= "#{self.class.name.to_s.capitalize}[#{title}]"
    def to_s = ref
    def <=>(other) = other.respond_to?(:ref) ? ref <=> other.ref : nil
    def path = @path ||= "/#{pathbuilder.join('/')}"
    def pathbuilder = [ref]
    def parent = nil
    def ancestors = []
    def version = catalog ? catalog.version : 0
    def name_var = self.class.key_attributes.then { |names| names.length == 1 && names.first }
    def uniqueness_key = self.class.key_attributes.sort_by(&:to_s).map { |name| self[name] }
    def isomorphic? = self.class.isomorphic?
    def depthfirst? = false
    def self_refresh? = self.class.self_refresh
    def virtual? = virtual ? true : false
    def exported? = exported ? true : false
    def appliable_to_device? = self.class.can_apply_to(:device)
    def appliable_to_host? = self.class.can_apply_to(:host)
    def pre_run_check = nil
    def deleting? = property(:ensure)&.should == :absent
    def purging = @purging = true
    def purging? = @purging || false
    def flush = (provider.flush if provider.respond_to?(:flush))
    def log(message) = send_log(self[:loglevel], message)

    # Returns the value of an attribute.
    def [](name)
      name = name.to_sym
      fail("Invalid parameter #{name}(#{name.inspect})") unless self.class.validattr?(name)

      @parameters[canonical_name(name)]&.value
    end

    # Sets an attribute: its value is checked and converted.
    def []=(name, value)
      name = name.to_sym
      fail("no parameter named '#{name}'") unless self.class.validattr?(name)

      name = canonical_name(name)
      raise Puppet::Error, "Got nil value for #{name}" if value.nil?

      set_value(name, value)
    end

    def value(name) = @parameters[name.to_sym]&.value

    # Returns the desired value of a property.
    def should(name) = property(name)&.should
    def parameter(name) = @parameters[name.to_sym]
    def parameters = @parameters.dup
    def properties = self.class.properties.filter_map { |property| @parameters[property.name] }
    def eachproperty(&block) = properties.each(&block)
    def parameters_with_value = self.class.allattrs.filter_map { |name| parameter(name) }
    def eachparameter(&block) = parameters_with_value.each(&block)
    def propertydefined?(name) = @parameters.key?(name.to_sym)
    def to_hash = @parameters.transform_values(&:value)

    def property(name)
      found = @parameters[name.to_sym]
      found.is_a?(Puppet::Property) ? found : nil
    end

    # Adds an attribute without a value, unless the provider lacks a feature for it.
    def newattr(name)
      name = name.name if name.is_a?(Class)
      attribute = self.class.attrclass(name) or raise Puppet::Error, "Resource type #{self.class.name} does not support parameter #{name}"
      return @parameters[name] ||= attribute.new(resource: self) if provider.nil? || provider.class.supports_parameter?(attribute)

      missing = attribute.required_features.reject { |feature| provider.class.feature?(feature) }
      debug("Provider #{provider.class.name} does not support features #{missing.join(', ')}; not managing attribute #{name}")
      nil
    end

    def add_property_parameter(name)
      return false if !self.class.validproperty?(name) || @parameters[name]

      newattr(name)
      true
    end

    def delete(name)
      name = name.to_sym
      raise Puppet::DevError, "Undefined attribute '#{name}' in #{self}" unless @parameters.key?(name)

      @parameters.delete(name)
    end

    # Sets the default of an attribute that has no value.
    def set_default(name)
      attribute = self.class.attrclass(name)
      return if attribute.nil? || !attribute.method_defined?(:default) || @parameters.key?(attribute.name)

      parameter = newattr(attribute.name) or return
      value = parameter.default
      value ? parameter.value = value : @parameters.delete(parameter.name)
    end

    def copy_metaparams(parameters)
      parameters.each { |name, parameter| self[name] = parameter.value if parameter.metaparam? && name != :alias }
      nil
    end

    # Uses a provider: an object, or the name of one.
    def provider=(name)
      if name.is_a?(Puppet::Provider)
        @provider = name
        @provider.resource = self
      else
        found = self.class.provider(name) or raise ArgumentError, "Could not find #{name} provider of #{self.class.name}"
        @provider = found.new(self)
      end
    end

    def suitable?
      return true if self.class.paramclass(:provider).nil? || provider&.class&.suitable?
      return false if provider || self.class.defaultprovider.nil?

      self.provider = self.class.defaultprovider.name
      true
    end

    # Returns whether a property has a desired value.
    def managed?
      @managed ||= properties.any? { |property| property.should && !property.class.unmanaged }
    end

    def noop? = defined?(@noop) ? @noop : Puppet[:noop]
    def noop = noop?

    # Returns whether all properties have their desired values; `is` has their states.
    def insync?(is)
      state = property(:ensure)
      return true if state && state.safe_insync?(state_of(state, is)) && state.should == :absent

      properties.reject { |property| property.safe_insync?(state_of(property, is)) }.each do |property|
        property.debug("Not in sync: #{is[property].inspect} vs #{property.should.inspect}")
      end.empty?
    end

    # Returns a resource with the states of the properties.
    def retrieve
      fail "Provider #{provider.class.name} is not functional on this host" if provider.is_a?(Puppet::Provider) && !provider.class.suitable?

      result = Puppet::Resource.new(self.class, title)
      result[:name] = self[:name] unless self[:name] == title
      add_property_parameter(:ensure) if self.class.needs_ensure_retrieved
      currentpropvalues.each { |property, state| result[property] = state }
      result
    end

    def retrieve_resource
      found = retrieve
      found.is_a?(Hash) ? Puppet::Resource.new(self.class, title, parameters: found) : found
    end

    def present?(states) = states[:ensure] != :absent

    # Returns the states by properties. Properties of a resource that does not exist are absent.
    def currentpropvalues
      state = nil
      properties.to_h do |property|
        found = state == :absent && property.name != :ensure ? :absent : property.retrieve
        state = found if property.name == :ensure
        [property, found]
      end
    end

    def to_resource
      result = retrieve_resource
      result.merge_tags_from(self)
      @parameters.each do |name, parameter|
        next if parameter.is_a?(Puppet::Property) || (parameter.isnamevar? && parameter.value == title)

        result[name] = parameter.value
      end
      result
    end

    # Returns the parts of an event.
    def event(options = {}) = { resource: self, file: file, line: line, tags: tags }.merge(options)

    def remove(*)
      @parameters.each_value(&:remove)
      @parameters.clear
      @provider&.clear
      @provider = nil
    end

    def finish
      eachparameter { |parameter| parameter.post_compile if parameter.respond_to?(:post_compile) }
    end

    def tags=(names)
      super
      tag(self.class.name)
    end

    protected

    # Marks properties with secret values.
    def set_sensitive_parameters(names) # rubocop:disable Naming/AccessorMethodName
      names.each { |name| mark_sensitive(name) }
      parameters.each_value do |parameter|
        parameter.sensitive = parameter.is_sensitive if !parameter.sensitive && parameter.respond_to?(:is_sensitive)
      end
    end

    private

    # Takes over where a resource of the catalog comes from.
    def copy_context(resource)
      %i[file line catalog exported virtual].each do |part|
        value = resource.public_send(part)
        public_send(:"#{part}=", value) if value
      end
      merge_tags_from(resource)
    end

    def set_name(values) # rubocop:disable Naming/AccessorMethodName
      set_given(name_var, values.delete(name_var)) if name_var
    end

    # Sets the attributes in the order of the type, then the defaults of the others.
    def set_parameters(values) # rubocop:disable Naming/AccessorMethodName
      given, others = (self.class.allattrs + values.keys).uniq.partition { |name| values.key?(name) }
      given.each { |name| set_given(name, values[name]) }
      others.each { |name| Marotte::AttributeError.concerning(name) { set_default(name) } }
    end

    def set_given(name, value)
      Marotte::AttributeError.concerning(name) { self[name] = value }
    rescue ArgumentError, Puppet::Error, TypeError
      raise
    rescue StandardError => e
      raise Puppet::DevError, "Could not set #{name} on #{self.class.name}: #{e}", e.backtrace
    end

    def set_value(name, value)
      attribute = newattr(name)
      attribute.value = value if attribute
    rescue Puppet::Error, ArgumentError => e
      raise adderrorcontext(Puppet::ResourceError.new("Parameter #{name} failed on #{ref}: #{e}"), e)
    end

    def canonical_name(name) = name == :name ? name_var || name : name

    def state_of(property, states)
      return states[property] if states.include?(property)

      raise Puppet::DevError, "The 'is' value is not in the 'is' array for '#{property.name}'"
    end

    def mark_sensitive(name)
      attribute = parameter(name)
      return attribute.sensitive = true if attribute.is_a?(Puppet::Property)

      text = "Unable to mark '#{name}' as sensitive:"
      if attribute
        warning("#{text} #{name} is a parameter and not a property, and cannot be automatically redacted.")
      elsif self.class.attrclass(name)
        warning("#{text} the property itself was not assigned a value.")
      else
        err("#{text} the property itself is not defined on #{type}.")
      end
    end
  end
end

require 'puppet/metaparameters'
require 'puppet/resource'
require 'puppet/catalog'
require 'puppet/host_provider'
require 'puppet/host_types'
require 'puppet/windows'
require 'puppet/file_serving'
