# frozen_string_literal: true

module Puppet
  # The interface for functions since Puppet 4.
  module Functions
    # Declares a function. The block is the body of its class.
    def self.create_function(name, base = Function, &block)
      function = Class.new(base)
      function.marotte_name = name.to_s
      begin
        function.class_eval(&block)
        function.default_dispatch if function.dispatches.empty?
      rescue StandardError => e
        raise ArgumentError, "Function Load Error for function '#{name}': #{e.message}"
      end
      Marotte::Functions.define(name.to_s, function)
      function
    end

    # A signature and the method that implements it.
    class Dispatch
      attr_reader :method_name, :parameters, :block, :return_type_text, :injections

      def initialize(method_name, is_mismatch)
        @method_name = method_name.to_sym
        @is_mismatch = is_mismatch
        @parameters = []
        @injections = []
      end

      def mismatch? = @is_mismatch

      { param: 'required', required_param: 'required', optional_param: 'optional', repeated_param: 'repeated',
        optional_repeated_param: 'repeated', required_repeated_param: 'required_repeated' }.each do |method, kind|
        define_method(method) { |type, name| add(kind, type, name) }
      end

      def block_param(*type_and_name) = add_block('required', type_and_name)
      alias required_block_param block_param
      def optional_block_param(*type_and_name) = add_block('optional', type_and_name)
      def return_type(type) = @return_type_text = type.to_s
      def scope_param = @injections << [@parameters.length, :scope]
      def cache_param = @injections << [@parameters.length, :cache]
      def arg_count(*) = nil

      # Returns the arguments of the method.
      def complete(function, arguments)
        @injections.reverse_each.with_object(arguments.dup) do |(position, kind), complete|
          complete.insert(position, kind == :scope ? Marotte::SCOPE : function.class.cache)
        end
      end

      # Returns the parts that the host needs.
      def to_host
        { 'method' => method_name.to_s, 'parameters' => parameters, 'block' => block, 'return_type' => return_type_text, 'is_mismatch' => mismatch? }
      end

      private

      def add(kind, type, name)
        raise ArgumentError, 'Parameter name argument must be a Symbol' unless name.is_a?(Symbol)
        raise ArgumentError, 'Parameters cannot be added after a block parameter' if block

        last = parameters.last&.first
        raise ArgumentError, 'Parameters cannot be added after a repeated parameter' if last&.include?('repeated')
        raise ArgumentError, 'A required parameter cannot be added after an optional parameter' if kind == 'required' && last == 'optional'

        @parameters << [kind, type.to_s, name.to_s]
      end

      def add_block(kind, type_and_name)
        type, name = type_and_name.length == 2 ? type_and_name : ['Callable', type_and_name.first || :block]
        type, name = name, :block if type == 'Callable' && name.is_a?(String)
        @block = [kind, type.to_s, name.to_s]
      end
    end

    # Selects the signature that matches a call; for functions that replace `call`.
    class Dispatcher
      def initialize(function)
        @function = function
      end

      def dispatch(instance, _scope, arguments, &block)
        number = Marotte.ask('select', name: @function.marotte_name, arguments: Marotte::Values.encode(arguments))
        @function.invoke(instance, number, arguments, &block)
      end

      def signatures = @function.dispatches
    end

    # The base class of functions.
    class Function
      include Puppet::Util::Errors

      class << self
        attr_accessor :marotte_name

        def dispatches = @dispatches ||= []
        def type_texts = @type_texts ||= []
        def cache = @cache ||= {}
        def dispatcher = @dispatcher ||= Dispatcher.new(self)
        def loader = nil

        def dispatch(method, &block) = declare(method, false, &block)
        def argument_mismatch(method, &block) = declare(method, true, &block)

        def local_types(&block)
          Types.new(type_texts).instance_eval(&block)
        end

        # A function without signatures accepts what its method accepts.
        def default_dispatch
          name = marotte_name.split('::').last.to_sym
          unless method_defined?(name)
            raise ArgumentError, "Function Creation Error, cannot create a default dispatcher for function '#{marotte_name}', no method with this name found"
          end

          declare(name, false) { |dispatch| declare_parameters(dispatch, instance_method(name).parameters) }
        end

        # Calls the method of a signature.
        def invoke(instance, number, arguments, &block)
          chosen = dispatches.fetch(number)
          instance.public_send(chosen.method_name, *chosen.complete(instance, arguments), &block)
        end

        private

        def declare(method, is_mismatch, &block)
          dispatch = Dispatch.new(method, is_mismatch)
          block.arity.zero? ? dispatch.instance_eval(&block) : instance_exec(dispatch, &block)
          dispatches << dispatch
        end

        def declare_parameters(dispatch, parameters)
          parameters.each do |kind, name|
            case kind
            when :req then dispatch.param('Any', name)
            when :opt then dispatch.optional_param('Any', name)
            when :rest then dispatch.repeated_param('Any', name == :* ? :args : name)
            end
          end
        end
      end

      # Declarations of types within a function.
      class Types
        def initialize(texts)
          @texts = texts
        end

        def type(text) = @texts << text
      end

      def closure_scope = Marotte::TOP_SCOPE
      def call_function(name, *arguments, &block) = Marotte::Functions.call(name, arguments, self.class.marotte_name, &block)

      # Called for every call; functions can replace it.
      def call(scope, *arguments, &block)
        self.class.dispatcher.dispatch(self, scope, arguments, &block)
      end

      # Whether the function replaces `call`.
      def self.replaces_call? = instance_method(:call).owner != Function
    end

    # The base class of functions with `scope_param`.
    class InternalFunction < Function; end

    # Functions of Puppet 3.
    class Function3x < InternalFunction; end
  end

  # Functions that are part of loaders.
  module Pops
    module Functions
      Function = Puppet::Functions::Function
    end
  end

  # What data functions of Hiera receive besides their options; the host has an object for it.
  class LookupContext < Marotte::HostObject
    def self.name = 'Puppet::Pops::Lookup::Context'

    %i[cache cache_all cached_value cached_entries cache_has_key interpolate environment_name module_name].each do |name|
      define_method(name) do |*arguments|
        Marotte.value('context', context: marotte_number, method: name.to_s, arguments: Marotte::Values.encode(arguments))
      end
    end

    def not_found = raise(Marotte::NotFound)

    def explain
      Marotte.ask('context', context: marotte_number, method: 'explain', arguments: Marotte::Values.encode([yield.to_s]))
      nil
    end

    def cached_file_data(path)
      content = File.read(path)
      block_given? ? yield(content) : content
    end
  end
end
