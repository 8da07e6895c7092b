# frozen_string_literal: true

module Marotte
  # The attributes of types; methods of the classes.
  module TypeAttributes
    # Metaparameters by their names.
    METAPARAMETERS = {} # rubocop:disable Style/MutableConstant

    def initvars
      @validproperties = {}
      @properties = []
      @parameters = []
      @paramhash = {}
      @doc ||= ''
    end

    # Declares whether resources exist, with the values `present` and `absent` or with those of the block.
    def ensurable(&block)
      newproperty(:ensure, parent: Puppet::Property::Ensure, &(block || proc { defaultvalues }))
    end

    # Returns whether the type itself has the methods for existence.
    def ensurable? = %i[exists? create destroy].all? { |name| public_method_defined?(name) }

    def newproperty(name, options = {}, &block)
      raise Puppet::DevError, "Options must be a hash, not #{options.inspect}" unless options.is_a?(Hash)

      name = name.to_sym
      raise Puppet::DevError, "Class #{self.name} already has a property named #{name}" if @validproperties.key?(name)

      property = make_attribute(name, options.except(:parent), options[:parent] || Puppet::Property, '', block)
      reader = options[:retrieve]
      property.define_method(:retrieve) { provider.public_send(reader) } if reader && !property.method_defined?(:retrieve, false)
      @validproperties[property.name] = property
      property.name == :ensure ? @properties.unshift(property) : @properties << property
      property
    end

    def newparam(name, options = {}, &block)
      parameter = make_attribute(name, options[:attributes], options[:parent] || Puppet::Parameter, 'Parameter', block)
      raise Puppet::SubclassAlreadyDefined, "Already a generated class named #{parameter.name}" if @paramhash.key?(parameter.name)

      @paramhash[parameter.name] = parameter
      @parameters << parameter
      handle_param_options(name, options)
      parameter.marotte_boolean = true if options[:boolean]
      parameter.required_features = options[:required_features] if options[:required_features]
      parameter.isnamevar if options[:namevar]
      parameter
    end

    # Declares an attribute of all types.
    def newmetaparam(name, options = {}, &block)
      parameter = ClassFactory.make(Puppet::Type, name, parent: options[:parent] || Puppet::Parameter, prefix: 'MetaParam',
                                                        attributes: options[:attributes], body: block)
      METAPARAMETERS[parameter.name] = parameter
      parameter.required_features = options[:required_features] if options[:required_features]
      handle_param_options(name, options)
      parameter.metaparam = true
      parameter
    end

    # A boolean parameter has a method with a question mark.
    def handle_param_options(name, options)
      return unless options[:boolean]

      define_method(:"#{name}?") { [true, :true].include?(self[name]) ? true : nil } # rubocop:disable Lint/BooleanSymbol
    end

    # Returns the names of all attributes in the order in which they are set.
    def allattrs = key_attributes | (parameters & [:provider]) | properties.map(&:name) | parameters | metaparams
    def properties = @properties
    def parameters = @parameters ? @parameters.map(&:name) : []
    def validproperties = @parameters ? @validproperties.keys : {}
    def attrclass(name) = @validproperties[name] || @paramhash[name] || METAPARAMETERS[name]
    def paramclass(name) = @paramhash[name]
    def propertybyname(name) = @validproperties[name]
    def paramdoc(name) = @paramhash[name].doc
    def parameters_to_include = []

    def attrtype(name)
      { property: @validproperties, param: @paramhash, meta: METAPARAMETERS }.find { |_, attributes| attributes.key?(name) }&.first
    end

    def validattr?(name)
      name = name.to_sym
      name == :name || validproperty?(name) || validparameter?(name) ? true : false
    end
    alias valid_parameter? validattr?

    def validproperty?(name) = @validproperties[name.to_sym] || false

    def validparameter?(name)
      raise Puppet::DevError, "Class #{self} has not defined parameters" unless @parameters

      @paramhash.key?(name) || METAPARAMETERS.key?(name)
    end

    def metaparam?(name) = METAPARAMETERS.key?(name.to_sym)
    def metaparamclass(name) = name && METAPARAMETERS[name.to_sym]
    def metaparams = METAPARAMETERS.keys
    def metaparamdoc(name) = METAPARAMETERS[name].doc
    def eachmetaparam(&block) = METAPARAMETERS.each_key(&block)

    # Returns the attributes that identify a resource.
    def key_attribute_parameters = @parameters.select { |parameter| parameter.isnamevar? || parameter.name == :name }
    def key_attributes = key_attribute_parameters.map(&:name)

    # Returns how the title is split into attributes.
    def title_patterns
      case key_attributes.length
      when 0 then []
      when 1 then [[/(.*)/m, [[key_attributes.first]]]]
      else raise Puppet::DevError, 'you must specify title patterns when there are two or more key attributes'
      end
    end

    # Returns the attributes that a title stands for.
    def marotte_parse_title(title)
      patterns = title_patterns or return { name: title.to_s }
      patterns.each do |pattern, parts|
        found = pattern.match(title.to_s) or next
        return parts.zip(found.captures).to_h { |(name, convert), text| [name, convert ? convert.call(text) : text] }
      end
      raise Puppet::Error, "No set of title patterns matched the title \"#{title}\"."
    end

    # Returns where the type can be applied.
    def apply_to = @apply_to ||= :host
    def apply_to_device = @apply_to = :device
    def apply_to_host = @apply_to = :host
    def apply_to_all = @apply_to = :both
    def can_apply_to(target) = [target == :device ? :device : :host, :both].include?(apply_to)

    def isomorphic? = defined?(@isomorphic) ? @isomorphic : true

    private

    def make_attribute(name, attributes, parent, prefix, body)
      ClassFactory.make(self, name, parent: parent, prefix: prefix, attributes: attributes, body: body)
    end
  end
end
