# frozen_string_literal: true

module Puppet
  # The base class of providers, which read and change the state of resources.
  class Provider
    include Puppet::Util
    include Puppet::Util::Errors
    include Puppet::Util::Warnings
    include Comparable
    extend Puppet::Util::Warnings
    extend Puppet::Confiner

    # A program of a provider.
    class Command
      attr_reader :name, :executable

      def initialize(name, executable, resolver = Puppet::Util, executor = Puppet::Util::Execution, options = {})
        @name = name
        @executable = executable
        @resolver = resolver
        @executor = executor
        @options = options
      end

      def execute(*arguments)
        path = @resolver.which(executable) or raise Puppet::MissingCommand, "Command #{name} is missing"
        @executor.execute([path] + arguments, @options)
      end
    end

    # The body of `has_command`.
    class CommandDeclaration
      attr_reader :variables

      def initialize
        @variables = {}
        @optional = false
      end

      def optional? = @optional
      def is_optional = @optional = true # rubocop:disable Naming/PredicatePrefix
      def environment(variables) = @variables = @variables.merge(variables)
    end

    class << self
      include Puppet::Util
      include Puppet::Util::Errors
      include Puppet::Util::Logging
      include Puppet::Util::Docs

      attr_accessor :name, :resource_type, :marotte_file
      attr_writer :source

      Puppet::Util.logmethods(self)

      def inherited(provider)
        super
        provider.initvars
      end

      # Prepares the variables of a class. Classes that others inherit from call it.
      def initvars
        @defaults = []
        @notdefaults = []
        @commands = {}
        @marotte_commands = {}
      end

      def source = @source ||= name

      def execute(...) = Puppet::Util::Execution.execute(...)
      def execpipe(...) = Puppet::Util::Execution.execpipe(...)

      # Declares programs without which the provider cannot be used. Each becomes a method.
      def commands(programs) = programs.each { |name, path| has_command(name, path) }
      def optional_commands(programs) = programs.each { |name, path| has_command(name, path) { is_optional } }

      def has_command(name, path, &block) # rubocop:disable Naming/PredicatePrefix
        name = name.to_sym
        declaration = CommandDeclaration.new
        declaration.instance_eval(&block) if block
        confine(exists: path, for_binary: true) unless declaration.optional?
        @commands[name] = path
        @marotte_commands[name] = { 'name' => name.to_s, 'path' => path.to_s, 'optional' => declaration.optional? }
        options = { failonfail: true, combine: true, custom_environment: declaration.variables }
        define_command(name, Command.new(name, path, Puppet::Util, Puppet::Util::Execution, options))
      end

      # Returns the path of a program that was declared here or in a class above.
      def command(name)
        name = name.to_sym
        path = @commands[name] if defined?(@commands)
        path ||= superclass.command(name) if superclass.respond_to?(:command)
        raise Puppet::DevError, "No command #{name} defined for provider #{self.name}" if path.nil?

        which(path)
      end

      def declared_feature?(name) = defined?(@declared_features) && @declared_features.include?(name)

      def has_features(*names) # rubocop:disable Naming/PredicatePrefix
        (@declared_features ||= []).concat(names.flatten.map(&:to_sym))
      end
      alias has_feature has_features

      def defaultfor(conditions) = @defaults << conditions
      def notdefaultfor(conditions) = @notdefaults << conditions
      def default? = default_match ? true : false

      # Returns the conditions that make the provider the default one.
      def default_match
        some_default_match(@notdefaults) ? nil : some_default_match(@defaults)
      end

      def some_default_match(list)
        list.find { |conditions| conditions.all? { |key, values| key == :feature ? feature_match(values) : fact_match(key, values) } }
      end

      def fact_match(fact, values)
        actual = Marotte.fact(fact).to_s.downcase
        return false if actual.empty?

        Array(values).any? { |value| value.is_a?(Regexp) ? value.match?(actual) : value.to_s.downcase == actual }
      end

      def feature_match(value) = Puppet.features.public_send("#{value}?")

      # Returns how well the provider fits: more conditions come first, then more classes above it.
      def specificity = ((default_match&.length || 0) * 100) + ancestors.count { |one| one.is_a?(Class) }

      def instances
        raise Puppet::DevError, "To support listing resources of this type the '#{name}' provider needs to implement an 'instances' " \
                                'class method returning the current set of resources. We recommend porting your module to the simpler ' \
                                'Resource API instead: https://puppet.com/search/docs?keys=resource+api'
      end

      # Defines a reader and a writer of the stored values for every attribute of the type.
      def mk_resource_methods
        [resource_type.validproperties, resource_type.parameters].flatten.map(&:to_sym).each do |attribute|
          next if attribute == :name

          define_method(attribute) { @property_hash[attribute].then { |value| value.nil? ? :absent : value } }
          define_method("#{attribute}=") { |value| @property_hash[attribute] = value }
        end
      end

      # Returns whether the features that an attribute requires are present.
      def supports_parameter?(attribute)
        kind = attribute.is_a?(Class) ? attribute : resource_type.attrclass(attribute)
        raise Puppet::DevError, "'#{attribute}' is not a valid parameter for #{resource_type.name}" if kind.nil?

        required = kind.required_features
        required ? satisfies?(*required) : true
      end

      # Describes the declaration for the host.
      def marotte_description
        { 'name' => name.to_s, 'file' => marotte_file, 'commands' => all_commands, 'confines' => confine_collection.confines.map(&:to_host),
          'defaults' => described(@defaults), 'not_defaults' => described(@notdefaults), 'features' => marotte_features,
          'doc' => Puppet::Util::Docs.scrub(@doc.to_s), 'depth' => ancestors.count { |one| one.is_a?(Class) },
          'has_instances' => own_method?(:instances), 'has_prefetch' => respond_to?(:prefetch),
          'has_flush' => method_defined?(:flush), 'has_post_resource_eval' => respond_to?(:post_resource_eval) }
      end

      # Returns whether the provider can be used, and why not.
      def marotte_suitability
        reasons = confine_collection.reasons
        { 'name' => name.to_s, 'suitable' => reasons.empty?, 'reasons' => reasons, 'specificity' => specificity, 'default' => default?,
          'features' => marotte_features }
      end

      private

      # A method that exists already is kept.
      def define_command(name, command)
        define_singleton_method(name) { |*arguments| command.execute(*arguments) } unless singleton_class.method_defined?(name)
        define_method(name) { |*arguments| self.class.public_send(name, *arguments) } unless method_defined?(name)
      end

      def all_commands
        above = superclass.respond_to?(:all_commands, true) ? superclass.send(:all_commands) : []
        own = (@marotte_commands || {}).values
        # As in Puppet, the conditions of a parent do not apply to a provider derived from it.
        above = above.reject { |command| own.any? { |one| one['name'] == command['name'] } }
        own + above.map { |command| command.merge('optional' => true) }
      end

      def described(list) = list.map { |conditions| conditions.to_h { |key, values| [key.to_s, Array(values).map(&:to_s)] } }

      # The type defines `features` if it has some.
      def marotte_features = respond_to?(:features) ? Array(features).map(&:to_s) : []
      def own_method?(name) = method(name).owner != Provider.singleton_class
    end

    initvars
    Puppet::Util.logmethods(self)

    dochook(:commands) { @commands.any? ? "Required binaries: #{@commands.values.map { |path| "`#{path}`" }.sort.join(', ')}." : nil }
    dochook(:features) { features.any? ? "Supported features: #{features.map { |name| "`#{name}`" }.sort.join(', ')}." : nil }

    dochook(:defaults) do
      texts = @defaults.map do |conditions|
        "Default for #{conditions.map { |fact, values| "`#{fact}` == `#{Array(values).join(', ')}`" }.sort.join(' and ')}."
      end
      texts.any? ? texts.join(' ') : nil
    end

    attr_accessor :resource

    # A provider has the resource that it manages, or the values of an existing one.
    def initialize(resource = nil)
      @property_hash = resource.is_a?(Hash) ? resource : {}
      @resource = resource unless resource.nil? || resource.is_a?(Hash)
    end

    def execute(...) = Puppet::Util::Execution.execute(...)
    def execpipe(...) = Puppet::Util::Execution.execpipe(...)
    def command(name) = self.class.command(name)
    def clear = @resource = nil
    def get(name) = @property_hash[name.to_sym] || :absent
    def set(values) = values.each { |name, value| @property_hash[name.to_sym] = value }

    def name
      @property_hash[:name] || resource&.name ||
        raise(Puppet::DevError, "No resource and no name in property hash in #{self.class.name} instance")
    end

    def to_s = "#{@resource}(provider=#{self.class.name})"
    def inspect = to_s
    def <=>(other) = other.is_a?(Provider) ? self.class.name <=> other.class.name : nil
  end
end

require 'puppet/provider/package'
require 'puppet/provider/nameservice'
require 'puppet/provider/exec'
