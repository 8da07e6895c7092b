# frozen_string_literal: true

module Puppet
  # A resource: one of the catalog, a reference to one that may not exist, or one that Ruby code made.
  class Resource
    include Enumerable
    include Puppet::Util::Tagging

    # The declaration of a type.
    class Type
      attr_reader :name

      def initialize(name)
        @name = name.to_s
      end

      def to_s = name
    end

    attr_reader :type, :title
    attr_accessor :catalog, :file, :line, :exported, :virtual
    attr_writer :sensitive_parameters, :resource_type

    class << self
      # Returns a reference that the host passed.
      def of_host(text, number)
        type, title = text.match(/\A([^\[]+)\[(.*)\]\z/m).captures
        new(type, title, number: number)
      end

      # Splits `File[/a]` into its type and title.
      def type_and_title(type, title)
        parts = /\A([^\[\]]+)\[(.+)\]\z/m.match(type.to_s)
        parts && title.nil? ? parts.captures : [type.to_s, title.to_s]
      end

      # Finds resources of the system by `type/title`.
      def indirection = Marotte::SystemResources
    end

    def initialize(type, title = nil, parameters: {}, number: nil, **)
      return copy(type) if type.is_a?(Puppet::Resource)

      @resource_type = type if type.is_a?(Class)
      type, title = type.is_a?(Class) ? [type.name.to_s, title] : Resource.type_and_title(type, title)
      @type = type.split('::').map(&:capitalize).join('::')
      @title = @type == 'Class' ? title.to_s.split('::').map(&:capitalize).join('::') : title
      @number = number
      @parameters = {}
      parameters.each { |name, value| @parameters[parameter_name(name)] = value }
      @local = !@resource_type.nil? || @parameters.any?
      add_own_tags if @local
    end

    def ref = "#{type}[#{title}]"
    alias to_s ref
    alias to_ref ref
    def inspect = ref
    def name = self[:name] || title
    def resource_type = @resource_type || Type.new(type.downcase)
    def [](name) = to_hash[parameter_name(name)]

    # Sets an attribute. The resource no longer is one of the catalog.
    def []=(name, value)
      @parameters = to_hash unless @local
      @local = true
      @parameters[parameter_name(name)] = value
    end

    # Returns the attributes, with those that are part of the title.
    def to_hash
      return @parameters if !@local && !@parameters.empty?
      return stored || @parameters unless @local

      title_attributes.merge(@parameters)
    end
    alias to_h to_hash

    def parameters = @local ? @parameters : to_hash
    def key?(name) = to_hash.key?(parameter_name(name))
    alias include? key?
    alias has_key? key?
    def keys = parameters.keys
    def length = parameters.length
    def delete(name) = @parameters.delete(parameter_name(name))
    def each(&block) = parameters.each(&block)
    def eachparam = to_hash.each { |name, value| yield(Parameter.new(name, value)) }
    def tags = @local ? super : Set.new(Marotte.value('resource_tags', type: type, title: title) || [])
    def virtual? = (@local ? virtual : Marotte.ask('resource', type: type, title: title)&.fetch('virtual')) || false
    def exported? = exported || false
    def class? = type == 'Class'
    def stage? = type == 'Stage'
    def sensitive_parameters = @sensitive_parameters ||= []
    def environment = Puppet::Node::Environment.current
    def resolve = (catalog || Puppet::Resource::Catalog.current).resource(ref)
    def valid_parameter?(name) = resource_type.valid_parameter?(name)
    def uniqueness_key = key_attributes.sort_by(&:to_s).map { |key| to_hash[key] || (name if key_attributes.length == 1) }
    def key_attributes = resource_type.respond_to?(:key_attributes) ? resource_type.key_attributes : [:name]
    def ==(other) = other.is_a?(Resource) && other.ref.casecmp?(ref)
    alias eql? ==
    def hash = ref.downcase.hash

    # Makes a resource of the type.
    def to_ral
      declared = @resource_type || Puppet::Type.type(type) or raise Puppet::Error, "Resource type '#{type}' was not found"
      declared.new(self)
    end

    # A name and a value.
    Parameter = Struct.new(:name, :value)

    # Returns the form of the reference in a reply.
    def marotte_reference
      @number ||= Marotte.ask('reference', type: type, title: title)
      ['o', 'Puppet::Resource', ref, @number]
    end

    private

    # A resource has its type and its title as tags.
    def add_own_tags
      tag(type)
      tag_if_valid(title)
    end

    def stored
      found = Marotte.ask('resource', type: type, title: title) or return nil
      Marotte::Values.decode(found['parameters']).transform_keys(&:to_sym)
    end

    # The name `name` stands for the attribute that identifies a resource.
    def parameter_name(name)
      name = name.to_s.downcase.to_sym
      return name unless name == :name && @resource_type.respond_to?(:key_attributes)

      keys = @resource_type.key_attributes
      keys.length == 1 ? keys.first : name
    end

    def title_attributes
      @resource_type.respond_to?(:marotte_parse_title) ? @resource_type.marotte_parse_title(title) : { name: title.to_s }
    end

    def copy(other)
      %i[@type @title @number @local @resource_type @file @line @exported @virtual].each do |name|
        instance_variable_set(name, other.instance_variable_get(name))
      end
      @parameters = other.to_hash.dup
      @sensitive_parameters = other.sensitive_parameters.dup
      @tags = Set.new(other.tags)
    end
  end
end

module Marotte
  # Resources of the system, as `Puppet::Resource.indirection` finds them.
  module SystemResources
    class << self
      # Finds a resource by `type/title`.
      def find(key, *)
        name, title = key.split('/', 2)
        type = Puppet::Type.type(name) or raise Puppet::Error, "Could not find type #{name}"
        instances(type).find { |instance| instance.name == title }&.to_resource || type.new(name: title).to_resource
      end

      def search(key, *)
        name = key.split('/', 2).first
        type = Puppet::Type.type(name) or raise Puppet::Error, "Could not find type #{name}"
        type.instances.map(&:to_resource)
      end

      private

      def instances(type) = type.respond_to?(:instances) && type.providers.any? ? type.instances : []
    end
  end
end
