# frozen_string_literal: true

module Marotte
  # Functions have no state of their own for a scope: every question concerns the current call.
  SCOPE = Puppet::Parser::Scope.new
  TOP_SCOPE = Puppet::Parser::TopScope.new

  # The variables of templates that are being rendered. Within one, the value of a variable is one object, also for the templates
  # that it includes: some templates pass values to others by changing it.
  module TemplateVariables
    @scopes = []
    @values = {}

    class << self
      # Calls the block for a template of a scope, or for other code (nil).
      def within(scope)
        @scopes.push(scope)
        yield
      ensure
        @scopes.pop
        @values.clear if @scopes.empty?
      end

      # Returns the value of a variable, which the block asks for.
      def value(name, is_top)
        scope = @scopes.last
        return yield if scope.nil? || name.match?(/\A\d+\z/)

        @values.fetch([scope, is_top, name]) { |key| @values[key] = yield }
      end

      def forget(name) = @values.delete_if { |(_, _, known), _| known == name }
      def any? = !@scopes.empty?
    end
  end

  # The functions that are loaded.
  module Functions
    @functions = {}
    @instances = {}
    @old = {}
    @blocks = []

    class << self
      def define(name, function)
        @functions[name] = function
      end

      def define_old(function)
        @old[function.name] = function
      end

      def find(name) = @functions[name]
      def old(name) = @old[name]

      # Returns the instance of a function: one for all calls.
      def instance(name)
        @instances[name] ||= @functions.fetch(name).new
      end

      # Returns whether the host or a module has a function.
      def exists?(name) = @functions.key?(name) || @old.key?(name) || Marotte.ask('has_function', name: name)

      # Calls a function by name, with a block if one is given.
      def call(name, arguments, caller = nil, &block)
        name = name.to_s.delete_prefix('::').downcase
        parts = { name: name, arguments: Values.encode(arguments), caller: caller }
        block ? with_block(block) { |shape| Marotte.value('call', **parts, block: shape) } : Marotte.value('call', **parts)
      end

      # Calls the block with a number for the host.
      def yield(number, arguments)
        Values.encode(@blocks.fetch(number).call(*arguments))
      end

      # Calls a function as code of Puppet 3 does.
      def call_old(name, arguments, &block)
        return call(name, arguments, &block) if block

        Marotte.value('call_old', name: name, arguments: Values.encode(arguments))
      end

      private

      # Registers a block as long as the host can call it.
      def with_block(block)
        @blocks << block
        arity = block.arity
        least = arity.negative? ? -arity - 1 : arity
        most = block.parameters.any? { |kind, _| kind == :rest } ? nil : block.parameters.length
        yield [@blocks.length - 1, block.lambda? ? least : [least, most || least].min, most]
      ensure
        @blocks.pop
      end
    end
  end

  # The requests of the host.
  module Requests
    # Classes of errors of the host.
    CLASSES = { 'argument' => ArgumentError, 'preformatted' => Puppet::PreformattedError }.freeze

    class << self
      def handle(request)
        case request['do']
        when 'start' then start(request)
        when 'load' then load_file(request)
        when 'call', 'call_old' then in_function { send(request['do'], request) }
        when 'mismatch' then mismatch(request)
        when 'render' then render(request)
        when 'block' then Functions.yield(request['number'], Values.decode(request['arguments']))
        when 'load_facts' then Facts.load_facts(request)
        when 'fact_value' then Facts.fact_value(request)
        when *Types::REQUESTS then Types.handle(request)
        when *Sessions::REQUESTS then Sessions.handle(Types.with_instances(request))
        else raise ArgumentError, "unknown request #{request['do']}"
        end
      end

      private

      # Calls the block for a function, whose scope is not that of a template that calls it.
      def in_function(&block) = TemplateVariables.any? ? TemplateVariables.within(nil, &block) : yield

      # Prepares the stored interpreter for a run.
      def start(request)
        Random.srand(SecureRandom.random_number(2**64))
        $LOAD_PATH.unshift(*request['load_path'])
        nil
      end

      # Loads the file of a function and describes the function.
      def load_file(request)
        name = request['name']
        Kernel.load(request['file'])
        case request['kind']
        when 'new' then describe(Functions.find(name) || missing(request))
        when 'old' then Functions.old(name) ? {} : missing(request)
        end
      end

      def missing(request)
        raise Puppet::ParseError, "The code loaded from #{request['file']} does not seem to be a function '#{request['name']}'"
      end

      def describe(function)
        { 'dispatches' => function.dispatches.map(&:to_host), 'types' => function.type_texts, 'replaces_call' => function.replaces_call? }
      end

      def call(request)
        function = Functions.find(request['name'])
        instance = Functions.instance(request['name'])
        arguments = Values.decode(request['arguments'])
        block = request['block'] && block_of(*request['block'])
        result = request['dispatch'] ? function.invoke(instance, request['dispatch'], arguments, &block) : instance.call(SCOPE, *arguments, &block)
        Values.encode(result)
      rescue NotFound
        { 'not_found' => true }
      end

      # Renders a template. An error has the line of the template.
      def render(request)
        wrapper = Puppet::Parser::TemplateWrapper.new(SCOPE, request['file'])
        text = TemplateVariables.within(request['scope']) { wrapper.render(request['text']) }
        { 'text' => Values.text(text), 'changed' => wrapper.changed }
      rescue StandardError, ScriptError => e
        file = request['file'].empty? ? 'inline' : request['file']
        line = Array(e.backtrace).filter_map { |place| place[/\A#{Regexp.escape(file)}:(\d+)/, 1] }.first
        { 'line' => (line || 1).to_i, 'message' => Values.text(e.message) }
      end

      # Returns the message of a signature that rejects arguments.
      def mismatch(request)
        function = Functions.find(request['name'])
        function.invoke(Functions.instance(request['name']), request['dispatch'], Values.decode(request['arguments'])).to_s
      end

      def call_old(request)
        function = Functions.old(request['name'])
        arguments = Values.decode(request['arguments']).map { |value| value.nil? || value == :undef ? +'' : OldValues.convert(value) }
        check_count(function, arguments.length)
        result = SCOPE.public_send("real_function_#{function.name}", arguments)
        function.type == :statement ? nil : Values.encode(result)
      end

      def check_count(function, count)
        return if function.arity == count || (function.arity.negative? && count >= -function.arity - 1)

        wanted = function.arity.negative? ? "minimum #{-function.arity - 1}" : function.arity
        raise ArgumentError, "#{function.name}(): Wrong number of arguments given (#{count} for #{wanted})"
      end

      # Returns a block of Puppet code with its number of parameters.
      def block_of(number, minimum, maximum, names)
        block = Puppet::Pops::Evaluator::PuppetProc.new do |*arguments|
          Marotte.value('yield', block: number, arguments: Values.encode(arguments))
        end
        arity = maximum == minimum ? minimum : -minimum - 1
        block.define_singleton_method(:arity) { arity }
        parameters = names.each_with_index.map { |name, index| [kind_of(index, minimum, maximum, names.length), name.to_sym] }
        block.define_singleton_method(:parameters) { |*| parameters }
        block
      end

      def kind_of(index, minimum, maximum, count)
        return :req if index < minimum

        maximum.nil? && index == count - 1 ? :rest : :opt
      end
    end
  end

  # Values as functions of Puppet 3 receive them.
  module OldValues
    def self.convert(value)
      case value
      when Array then value.map { |element| convert(element) }
      when Hash then value.to_h { |key, element| [convert(key), convert(element)] }
      when Puppet::Pops::Types::PResourceType then Puppet::Resource.new(value.type_name, value.title || '')
      when Puppet::Pops::Types::PClassType then Puppet::Resource.new('class', value.class_name.to_s.split('::').map(&:capitalize).join('::'))
      when Puppet::Pops::Types::PAnyType then value
      when Regexp then "/#{value.source}/"
      when Puppet::Pops::Types::PBinaryType::Binary then value.to_s
      when Puppet::Pops::Types::PDeferred, Puppet::LookupContext then value
      when HostObject then value.to_s
      when SemanticPuppet::Version then value.to_s
      when :undef then nil
      else value
      end
    end
  end
end
