# frozen_string_literal: true

module Puppet
  # A condition under which a provider can be used. Its subclasses are the kinds of conditions.
  class Confine
    @kinds = {}

    class << self
      attr_accessor :name

      def inherited(kind)
        super
        kind.name = kind.to_s.split('::').last.downcase.to_sym
        Confine.register(kind)
      end

      # Returns the kind of condition with a name; other names are facts.
      def test(name) = Confine.kinds[name]
      def kinds = @kinds
      def register(kind) = @kinds[kind.name] = kind
    end

    include Puppet::Util

    attr_accessor :label, :for_binary, :name
    attr_reader :values

    def initialize(values)
      @values = values.is_a?(Array) ? values : [values]
    end

    def for_binary? = for_binary
    def message(_value) = ''
    def result = values.map { |value| pass?(value) }

    def valid?
      found = reason or return true
      Puppet.debug("#{label}: #{found}")
      false
    end

    # Returns why the condition does not hold, or nil.
    def reason
      failing = values.index { |value| !pass?(value) }
      failing && message(values[failing])
    end

    # Returns a description for a person.
    def to_host = "#{self.class.name}: #{values.map { |value| value.respond_to?(:call) ? 'a block' : value }.join(', ')}"
    def reset = nil

    # A file or a program exists.
    class Exists < Confine
      def self.summarize(confines) = confines.flat_map { |confine| confine.values.reject { |value| confine.pass?(value) } }

      def pass?(value) = value && (for_binary? ? !Puppet::Util.which(value).nil? : Puppet::FileSystem.exist?(value))
      def message(value) = "file #{value} does not exist"
    end

    # Values that are computed: a single block is called at every test.
    module Boolean
      def values
        return super unless super.length == 1 && super.first.respond_to?(:call)

        value = super.first.call ? true : false
        return @known if @known

        @known = [value] if value == passing_value
        [value]
      end

      def summary = result.count(passing_value)
    end

    class True < Confine
      include Boolean

      def self.summarize(confines) = confines.sum(&:summary)
      def passing_value = true
      def pass?(value) = value ? true : false
      def message(_value) = 'false value when expecting true'
    end

    class False < Confine
      include Boolean

      def self.summarize(confines) = confines.sum(&:summary)
      def passing_value = false
      def pass?(value) = !value
      def message(_value) = 'true value when expecting false'
    end

    # An optional part is available.
    class Feature < Confine
      def self.summarize(confines) = confines.flat_map(&:values).uniq.reject { |value| confines.first.pass?(value) }

      def pass?(value) = Puppet.features.public_send("#{value}?")
      def message(value) = "feature #{value} is missing"
    end

    # One of several values is true.
    class Any < Confine
      def self.summarize(confines) = confines.sum(&:summary)
      def pass?(value) = value ? true : false
      def message(value) = "0 confines (of #{value.length}) were true"
      def reason = values.any? { |value| pass?(value) } ? nil : message(values)
      def summary = result.count(true)
    end

    # A fact or a setting has one of several values.
    class Variable < Confine
      def self.summarize(confines)
        confines.reject(&:valid?).each_with_object({}) { |confine, result| (result[confine.name] ||= []).concat(confine.values) }
      end

      def initialize(values)
        super
        @values = @values.map { |value| value.to_s.downcase }
      end

      def pass?(value) = actual.downcase == value.to_s.downcase
      def message(_value) = "facter value '#{actual}' for '#{name}' not in required list '#{values.join(',')}'"
      def reason = values.include?(actual.downcase) ? nil : message(nil)
      def to_host = "#{name}: #{values.join(', ')}"
      def reset = @actual = nil

      # Returns the value of the fact in lower case.
      def facter_value = Marotte.fact(name).to_s.downcase

      private

      def actual = facter_value
    end
  end

  # The conditions of a provider.
  class ConfineCollection
    attr_reader :label, :confines

    def initialize(label)
      @label = label
      @confines = []
    end

    def confine(tests)
      for_binary = tests[:for_binary]
      tests.each do |test, values|
        next if test == :for_binary

        kind = Confine.test(test)
        confine = (kind || Confine::Variable).new(values)
        confine.name = kind ? kind.name : test
        confine.for_binary = true if for_binary
        confine.label = label
        @confines << confine
      end
    end

    def valid? = confines.all?(&:valid?)
    def reasons = confines.filter_map(&:reason)

    # Returns the conditions that do not hold by their kind.
    def summary
      confines.group_by(&:class).filter_map do |kind, list|
        value = kind.summarize(list)
        [kind.name, value] unless value == 0 || (value.respond_to?(:empty?) && value.empty?)
      end.to_h
    end
  end

  # Conditions for classes.
  module Confiner
    def confine(tests) = confine_collection.confine(tests)
    def confine_collection = @confine_collection ||= ConfineCollection.new(to_s)
    def suitable?(short = true) = short ? confine_collection.valid? : confine_collection.summary
  end
end

module Marotte
  # Returns the value of a fact, or nil.
  def self.fact(name) = value('fact', name: name.to_s)
end
