# frozen_string_literal: true

module Puppet
  class Parameter
    # A value that an attribute allows, or a pattern of such values.
    class Value
      attr_reader :name, :event, :aliases
      attr_accessor :block, :method, :required_features, :invalidate_refreshes

      # Returns the form in which values are compared: Symbols, except for an empty String.
      def self.convert(value)
        value.is_a?(Symbol) || value == '' ? value : value.to_s.to_sym
      end

      def initialize(name)
        @name = name.is_a?(Regexp) ? name : Value.convert(name)
        @aliases = []
      end

      def alias(name) = @aliases << Value.convert(name)
      def event=(name)
        @event = Value.convert(name)
      end

      def regex? = name.is_a?(Regexp)
      def match?(value) = regex? ? name.match?(value.to_s) : [name, *aliases].include?(Value.convert(value))
    end

    # The values that an attribute allows.
    class ValueCollection
      include Puppet::Util::Errors

      def initialize
        @strings = []
        @patterns = []
      end

      # Adds a value. Its block is the body of the method that sets it.
      def newvalue(name, options = {}, &block)
        value = Value.new(name)
        (value.regex? ? @patterns : @strings) << value
        call_options(options, block).each { |option, argument| value.public_send(:"#{option}=", argument) }
        return value unless block

        value.block = block
        value.method ||= "set_#{value.name}" unless value.regex?
        value
      end

      def newvalues(*names) = names.each { |name| newvalue(name) }

      def aliasvalue(name, other)
        value = match?(other.to_sym) or raise Puppet::DevError, "Cannot alias nonexistent value #{other}"
        value.alias(name)
      end

      # Returns the value that another value means; exact values come before patterns.
      def match?(value) = @strings.find { |one| one.match?(value) } || @patterns.find { |one| one.match?(value) }

      # Returns the declaration of a value or pattern.
      def value(name) = (@strings + @patterns).reverse.find { |one| one.name == name }
      def values = @strings.map(&:name)
      def regexes = @patterns.map { |one| one.name.inspect }
      def empty? = @strings.empty? && @patterns.empty?

      # Returns the name of an exact value, else the value itself.
      def munge(value)
        found = match?(value)
        found.nil? || found.regex? ? value : found.name
      end

      def validate(value)
        return if empty? || match?(value)

        message = "Invalid value #{value.inspect}."
        message += " Valid values are #{values.join(', ')}." unless @strings.empty?
        message += " Valid values match #{regexes.join(', ')}." unless @patterns.empty?
        raise ArgumentError, message
      end

      def doc
        text = +''
        text << "Valid values are #{@strings.map { |value| described(value) }.join(', ')}. " unless @strings.empty?
        text << "Values can match `#{regexes.join('`, `')}`." unless @patterns.empty?
        text
      end

      # Returns the parts that the host needs.
      def to_host
        aliases = @strings.flat_map { |value| value.aliases.map { |name| [name.to_s, value.name.to_s] } }.to_h
        patterns = @patterns.map { |one| Marotte::Values.regexp_text(one.name) }
        { 'values' => values.map(&:to_s), 'patterns' => patterns, 'aliases' => aliases }
      end

      private

      def described(value)
        value.aliases.empty? ? "`#{value.name}`" : "`#{value.name}` (also called `#{value.aliases.join(', ')}`)"
      end

      # Checks and removes the option :call, which has no effect.
      def call_options(options, block)
        call = options[:call]
        return options if call.nil?

        devfail "Cannot use obsolete :call value '#{call}' for property '#{self.class.name}'" unless %i[none instead].include?(call)
        Puppet.deprecation_warning('Property option :call is deprecated and no longer used. Please remove it.')
        devfail "Cannot use :call value ':none' in combination with a block for property '#{self.class.name}'" if call == :none && block
        devfail "Cannot use :call value ':instead' without a block for property '#{self.class.name}'" if call == :instead && !block
        options.except(:call)
      end
    end
  end
end
