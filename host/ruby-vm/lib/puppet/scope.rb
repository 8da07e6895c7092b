# frozen_string_literal: true

module Puppet
  # The catalog that is being compiled.
  class CatalogView
    def resource(type, title = nil)
      type, title = Resource.type_and_title(type, title)
      Marotte.ask('resource', type: type, title: title) && Resource.new(type, title)
    end

    def resources = Marotte.ask('resources').map { |type, title| Resource.new(type, title) }
    def resource_refs = resources.map(&:ref)
    def classes = Marotte.ask('classes')
    def tags = Marotte.ask('tags')
    def environment_instance = Puppet::Node::Environment.current
    def environment = environment_instance.name
    def version = nil

    def remove_resource(*)
      raise Puppet::ParseError, 'Ruby functions cannot remove resources from the catalog here'
    end
    alias add_resource remove_resource
  end

  # The compilation.
  class CompilerView
    def initialize(scope)
      @scope = scope
    end

    def catalog = CatalogView.new
    def topscope = @scope.topscope
    def node = Node.current
    def environment = Node::Environment.current
    def resources = catalog.resources
    def findresource(type, title = nil) = catalog.resource(type, title)
    def loaders = nil
  end

  # A module on the module path.
  class Module
    attr_reader :name, :path

    def self.find(name, _environment = nil)
      path = Marotte.ask('module_path', name: name.to_s)
      path && new(name.to_s, path)
    end

    def initialize(name, path)
      @name = name
      @path = path
    end

    def metadata_file = File.join(path, 'metadata.json')
    def metadata = JSON.parse(File.read(metadata_file))
    def version = metadata['version']
    def author = metadata['author']
    def file(name) = existing('files', name)
    def template(name) = existing('templates', name)
    def manifests = File.join(path, 'manifests')
    def plugin_directory = File.join(path, 'lib')
    def to_s = "Module #{name}(#{path})"

    private

    def existing(directory, name)
      file = File.join(path, directory, name.to_s)
      File.exist?(file) ? file : nil
    end
  end

  # The node of the catalog.
  class Node
    class Environment
      attr_reader :name

      def self.current = new(Marotte.ask('environment').to_sym)

      def initialize(name)
        @name = name
      end

      def to_s = name.to_s
      def module(name) = Puppet::Module.find(name)
      def modules = Marotte.ask('modules').filter_map { |name| Puppet::Module.find(name) }
      def modulepath = Marotte.ask('modulepath')
      alias full_modulepath modulepath
      def known_resource_types = nil
    end

    def self.current = new
    def name = Marotte.ask('node')
    def parameters = facts.values
    def facts = Facts.new
    def environment = Environment.current
    def environment_name = environment.name
    def classes = {}

    # The facts of the node.
    class Facts
      def values = Marotte.value('variable', name: 'facts')
      def name = Marotte.ask('node')
    end
  end

  module Parser
    # Finds files of modules.
    module Files
      def self.find_template(name, _environment = nil) = Marotte.ask('file', name: name.to_s, directory: 'templates')
      def self.find_file(name, _environment = nil) = Marotte.ask('file', name: name.to_s, directory: 'files')
    end

    # The context of a template: its instance variables are the variables of the scope.
    class TemplateWrapper
      attr_reader :scope, :file

      def initialize(scope, file)
        @scope = scope
        @file = file
      end

      def render(text)
        @scope.to_hash.each do |name, value|
          instance_variable_set(:"@#{name.gsub(/\W/, '_')}", value) if name.match?(/\A[a-z_]/i)
        end
        before = encoded_variables(text)
        template = ERB.new(text, trim_mode: '-')
        template.filename = file.empty? ? 'inline' : file
        template.result(binding).tap { @changed = encoded_variables(text).reject { |name, value| before[name] == value } }
      end

      # Returns the variables that the template has changed in place, as JSON by name: other variables and parameters of resources have
      # the same value.
      def changed = @changed || {}

      def has_variable?(name) = scope.include?(name.to_s) # rubocop:disable Naming/PredicatePrefix
      def classes = scope.catalog.classes
      def tags = scope.tags
      def all_tags = scope.catalog.tags
      def to_s = "template[#{file.empty? ? 'inline' : file}]"

      private

      # Returns the values that the text names and that can be changed in place.
      def encoded_variables(text)
        named = text.scan(/@([a-z_]\w*)/i).flatten.uniq
        values = named.to_h { |name| [name, instance_variable_get(:"@#{name}")] }
        values.select! { |_, value| value.is_a?(String) || value.is_a?(Array) || value.is_a?(Hash) }
        values.transform_values { |value| Marotte::GENERATOR.generate(Marotte::Values.encode(value)) }
      end
    end

    # The scope of a call.
    class Scope
      def initialize(is_top: false)
        @is_top = is_top
      end

      def lookupvar(name, _options = {})
        name = name.to_s.delete_prefix('$')
        Marotte::TemplateVariables.value(name, @is_top) { Marotte.value('variable', name: name, top: @is_top) }
      end
      alias [] lookupvar

      def include?(name) = Marotte.ask('has_variable', name: name.to_s, top: @is_top)
      alias exist? include?
      alias bound? include?

      def to_hash(*) = Marotte.value('variables', top: @is_top)

      def setvar(name, value, **)
        Marotte.ask('set_variable', name: name.to_s, value: Marotte::Values.encode(value), top: @is_top)
        Marotte::TemplateVariables.forget(name.to_s)
        value
      end
      alias []= setvar

      def call_function(name, arguments, &block) = Marotte::Functions.call(name, Array(arguments), :scope, &block)
      def catalog = CatalogView.new
      def compiler = CompilerView.new(self)
      def environment = Node::Environment.current
      def topscope = Marotte::TOP_SCOPE
      def findresource(type, title = nil) = catalog.resource(type, title)
      def known_resource_types = nil
      def resource = Marotte.ask('scope', top: @is_top)['resource'].then { |type, title| Resource.new(type, title) }
      def source = Source.new(*Marotte.ask('scope', top: @is_top).values_at('source_type', 'source'))
      def class_name = source.name
      def tags = Marotte.ask('tags')
      def lookup_qualified_variable(name, *) = lookupvar(name)
      def lookup(name) = Marotte.value('call', name: 'lookup', arguments: Marotte::Values.encode([name]))
      def to_s = Marotte.ask('scope', top: @is_top)['text']
      def inspect = to_s
      def is_topscope? = @is_top # rubocop:disable Naming/PredicateName
      def function_names = []

      LEVELS.each do |level|
        define_method(level) { |*texts| Marotte.ask('log', level: level.to_s, message: Marotte::Values.text(texts.join(' ')), scoped: true) && nil }
      end

      # The class or defined type of the scope.
      Source = Struct.new(:type, :name) do
        def module_name = name.to_s.split('::').first
        def file = nil
      end

      def method_missing(name, *arguments, &block)
        function = name.to_s.delete_prefix('function_')
        return super if function == name.to_s
        raise ArgumentError, 'custom functions must be called with a single array that contains the arguments. For example, ' \
                             'function_example([1]) instead of function_example(1)' unless arguments.first.is_a?(Array)

        Marotte::Functions.call_old(function, arguments.first, &block)
      end

      def respond_to_missing?(name, *)
        name.to_s.start_with?('function_') || super
      end
    end

    # The scope outside of classes.
    class TopScope < Scope
      def initialize = super(is_top: true)
    end
  end
end
