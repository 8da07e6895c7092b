# frozen_string_literal: true

require 'tsort'

module Marotte
  # The condition under which a resolution is used.
  class Confine
    def initialize(name = nil, *wanted, &block)
      raise ArgumentError, 'The fact name must be provided' unless name || block
      raise ArgumentError, 'One or more values or a block must be provided' if wanted.empty? && !block

      @name = name
      @wanted = wanted
      @block = block
    end

    def true?
      return check_block unless @name

      fact = Facter[@name]
      return refuse("No fact for #{@name}") unless fact

      value = comparable(fact.value)
      return false if value.nil?

      @block ? check_block(value) : @wanted.any? { |wanted| comparable(wanted) === value }
    end

    private

    def check_block(*value)
      @block.call(*value) ? true : false
    rescue StandardError => e
      refuse("Confine raised #{e.class} #{e}")
    end

    def refuse(reason)
      Facter::Log.new(self).debug(reason)
      false
    end

    # Texts are compared without regard to case.
    def comparable(value)
      value = value.to_s if value.is_a?(Symbol)
      value.is_a?(String) ? value.downcase : value
    end
  end

  # What all resolutions have.
  module FactResolution
    attr_accessor :timeout
    attr_reader :name, :fact, :fact_type, :marotte_file

    def initialize(name, fact)
      @name = name
      @fact = fact
      @confines = []
      @timeout = 0
      @marotte_file = Facts.current_file
    end

    def has_weight(weight) # rubocop:disable Naming/PredicatePrefix
      @weight = weight
      self
    end

    # The number of confines is the weight if no other is given.
    def weight = @weight || @confines.length
    def suitable? = @confines.all?(&:true?)
    def limit = timeout || 0
    def <=>(other) = weight <=> other.weight

    # Adds conditions: facts with their values, a fact with a block, or a block.
    def confine(confines = nil, &block)
      case confines
      when Hash then confines.each { |fact, values| @confines.push(Confine.new(fact, *values)) }
      else @confines.push(Confine.new(*confines, &block)) if block
      end
    end

    def on_flush(&block)
      @on_flush = block
    end

    def flush = @on_flush&.call

    # Returns the value, or nil if it is invalid or takes too long. Other errors end the search for a value of the fact.
    def value
      result = TimeLimit.within(limit, -> { raise Timeout::Error, 'execution expired' }) { resolve_value }
      FactValues.normalize(result)
    rescue Timeout::Error => e
      Facter.log_exception(e, "Timed out after #{limit} seconds while resolving #{description}")
    rescue FactValues::Invalid => e
      Facter.log_exception(e, "Fact resolution #{description} resolved to an invalid value: #{e.message}")
    rescue StandardError => e
      Facter.log_exception(e, "Error while resolving custom fact #{description}: #{e.message}")
      raise Facter::ResolveCustomFactError
    end

    private

    def description = "fact='#{fact.name}', resolution='#{name || '<anonymous>'}'"

    # Sets what the options of Facter.add contain.
    def set_options(options, names, kind)
      names.each { |name| instance_variable_set("@#{name}", options.delete(name)) if options.key?(name) }
      raise ArgumentError, "Invalid #{kind} options #{options.keys.inspect}" unless options.empty?
    end

    def log = Facter::Log.new(self)
  end
end

module Facter
  module Util
    # A way to determine the value of a fact: a block, or a command.
    class Resolution
      include Marotte::FactResolution
      extend Facter::Core::Execution

      class << self
        public :which, :exec, :with_env
      end

      attr_accessor :code
      attr_writer :name, :fact_type, :value
      attr_reader :last_evaluated, :file

      def resolution_type = :simple
      def options(options) = set_options(options, %i[name value timeout weight fact_type file is_env], 'resolution')

      # Calls the block of Facter.add.
      def evaluate(&block)
        log.warn("Already evaluated #{name} at #{last_evaluated}, reevaluating anyways") if last_evaluated
        instance_eval(&block)
        @marotte_file ||= block.source_location.first
        @last_evaluated = block.source_location.join(':')
      end

      # Sets what determines the value.
      def setcode(command = nil, &block)
        raise ArgumentError, 'You must pass either code or a block' unless command || block

        @code = command ? -> { output_of(command) } : block
        self
      end

      private

      def output_of(command)
        output = Core::Execution.execute(command, on_fail: nil)
        output.nil? || output.empty? ? nil : output
      end

      def resolve_value = @value.nil? ? @code&.call : @value
    end
  end

  module Core
    # A way to determine the value of a fact in several steps, which can depend on each other.
    class Aggregate
      include Marotte::FactResolution

      class DependencyError < StandardError; end

      # The chunks that each chunk needs.
      class Graph < Hash
        include TSort

        alias tsort_each_node each_key

        def tsort_each_child(name, &block) = fetch(name, []).each(&block)
        def cycles = each_strongly_connected_component.select { |names| names.length > 1 }

        def order
          raise DependencyError, "Could not order chunks; found the following dependency cycles: #{cycles.inspect}" if cycles.any?

          missing = values.flatten.uniq - keys
          raise DependencyError, "Cannot sort elements; cannot depend on missing elements #{missing}" if missing.any?

          tsort
        end
      end

      attr_reader :deps, :confines

      def initialize(name, fact)
        super
        @chunks = {}
        @deps = Graph.new
      end

      def resolution_type = :aggregate
      def options(options) = set_options(options, %i[name timeout weight fact_type], 'aggregate')

      # Calls the block of Facter.add.
      def evaluate(&block)
        @marotte_file ||= block.source_location.first
        instance_eval(&block)
      end

      # Adds a step. Its block receives the results of the chunks that it requires.
      def chunk(name, options = {}, &block)
        raise ArgumentError, "#{self.class.name}#chunk requires a block" unless block
        raise ArgumentError, "#{self.class.name}#expected chunk name to be a Symbol" unless name.is_a?(Symbol)

        required = Array(options.delete(:require))
        raise ArgumentError, "Unexpected options passed to #{self.class.name}#chunk: #{options.keys.inspect}" unless options.empty?

        @deps[name] = required
        @chunks[name] = block
        self
      end

      # Sets how the results of the chunks are combined.
      def aggregate(&block)
        raise ArgumentError, "#{self.class.name}#aggregate requires a block" unless block

        @aggregate = block
        self
      end

      private

      def resolve_value
        results = deps.order.each_with_object({}) do |name, done|
          done[name] = Marotte::FactValues.freeze(@chunks[name].call(*deps[name].map { |required| done[required] }))
        end
        @aggregate ? @aggregate.call(results) : merged(results.values)
      end

      def merged(results)
        results.inject { |one, other| Marotte::FactValues.merge(one, other) }
      rescue Marotte::FactValues::Conflict => e
        raise ArgumentError, "Could not deep merge all chunks (Original error: #{e.message}), ensure that chunks return either " \
                             'an Array or Hash or override the aggregate block'
      end
    end
  end

  module Util
    # A fact with its resolutions.
    class Fact
      attr_reader :name, :location, :source
      attr_accessor :ldapname, :options, :used_resolution_weight

      def initialize(name, options = {})
        @name = name.to_s.downcase.to_sym
        @options = options.dup
        @ldapname = @name.to_s
        extract_ldapname_option!(options)
        @resolutions = []
        @used_resolution_weight = 0
      end

      # Adds a resolution.
      def add(options = {}, &block)
        @options = @options.merge(options)
        @location = options[:file] || block&.source_location
        define_resolution(nil, options, &block)
      end

      # Adds a resolution with a name, or extends the one with this name.
      def define_resolution(resolution_name, options = {}, &block)
        resolution = resolution_of(resolution_name, options.delete(:type) || :simple)
        resolution.options(options) unless options.empty?
        resolution.evaluate(&block) if block
        resolution
      rescue StandardError => e
        Log.fail_with("Unable to add resolve #{resolution_name.inspect} for fact #{name}: #{e.message}")
      end

      def resolution(name) = name && @resolutions.find { |resolution| resolution.name == name }

      def extract_ldapname_option!(options)
        return unless options[:ldapname]

        log.warnonce('ldapname is deprecated and will be removed in a future version')
        @ldapname = options.delete(:ldapname)
      end

      def flush
        @resolutions.each(&:flush)
        @value = nil
        @evaluated = false
      end

      # Returns the value that Facter.value returns, too.
      def value = @value.nil? ? Marotte::Facts.resolve(name.to_s).last : @value

      # Returns the value of the resolutions. `built_in` is the value of a fact of the host with the same name.
      def evaluate(built_in)
        return @value unless @value.nil?

        @evaluated = true
        return log.debug("No resolves for #{name}") if @resolutions.empty?

        searching { @value = prefer(first_value(suitable), built_in) }
      end

      # Whether the resolutions were called; there may be no value nevertheless.
      def evaluated? = @evaluated || false

      # The value of the last evaluation.
      def known_value = @value

      def check_recursion
        raise "Caught recursion on #{name}" if @searching
      end

      private

      def log = @log ||= Log.new(self)

      def resolution_of(resolution_name, type)
        found = resolution(resolution_name)
        if found && found.resolution_type != type
          raise ArgumentError, "Cannot return resolution #{resolution_name} with type #{type}; already defined as #{found.resolution_type}"
        end

        found || new_resolution(resolution_name, type).tap { |resolution| @resolutions << resolution }
      end

      def new_resolution(resolution_name, type)
        case type
        when :simple then Resolution.new(resolution_name, self)
        when :aggregate then Core::Aggregate.new(resolution_name, self)
        else raise ArgumentError, "Expected resolution type to be one of (:simple, :aggregate) but was #{type}"
        end
      end

      def searching
        check_recursion
        @searching = true
        yield
      ensure
        @searching = false
      end

      # Returns the resolutions that suit, the greatest weight first.
      def suitable
        suiting = @resolutions.select(&:suitable?)
        # The conversion of Facter has this result.
        log.debug("Found no suitable resolves of #{format('% f', @resolutions.length)}or #{name}") if suiting.empty?
        suiting.each_with_index.sort_by { |resolution, index| [-resolution.weight, index] }.map(&:first)
      end

      # Returns the first value. A resolution that fails ends the search.
      def first_value(resolutions)
        resolutions.each do |resolution|
          value = resolution.value
          @used_resolution_weight = resolution.weight
          next if value.nil?

          log.debug("#{resolution.fact_type} fact #{name} got resolved from: #{location}")
          @source = resolution.marotte_file
          return value
        end
        nil
      rescue ResolveCustomFactError
        nil
      end

      # A fact of the host precedes resolutions without weight.
      def prefer(value, built_in)
        log.debug("value for #{name} is still nil") if value.nil?
        is_weak = value.nil? || used_resolution_weight <= 0
        return value if built_in.nil? || !is_weak

        @source = nil
        built_in
      end
    end
  end
end
