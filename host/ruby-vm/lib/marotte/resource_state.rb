# frozen_string_literal: true

module Marotte
  # Texts about the values of properties. Secrets are not shown.
  module ChangeText
    REDACTED = '[redacted]'

    class << self
      def is(property, value) = property.sensitive ? REDACTED : Values.text(property.is_to_s(value))
      def should(property) = property.sensitive ? REDACTED : Values.text(property.should_to_s(property.should))

      def change(property, value)
        property.sensitive ? "changed #{REDACTED} to #{REDACTED}" : Values.text(property.change_to_s(value, property.should))
      end
    end
  end

  # The state of a resource that was read.
  class ResourceState
    @states = {}

    class << self
      def read(id) = @states[id] = new(Types.instance(id))
      def of(id) = @states[id] || read(id)

      # Reads the properties of a resource.
      def states_of(instance) = instance.retrieve_resource.to_hash.transform_keys(&:to_sym)
    end

    attr_reader :instance, :states

    def initialize(instance)
      @instance = instance
      @states = ResourceState.states_of(instance)
    end

    # Returns the values of properties, and what the type says about those that have a desired value.
    def to_host(wanted)
      names = wanted || instance.properties.map { |property| property.name.to_s }
      # The host must know that a resource is absent, even if the catalog does not manage that.
      names |= ['ensure'] if instance.class.validproperty?(:ensure) && instance.class.needs_ensure_retrieved
      { 'values' => Types.encode(names.to_h { |name| [name, state(name.to_sym)] }), 'verdicts' => verdicts, 'present' => present? }
    end

    def present? = instance.present?(states)

    private

    # A property without a desired value is not part of the resource yet.
    def state(name)
      return states[name] if states.key?(name) || !instance.class.validproperty?(name)
      return :absent unless present?

      added = instance.newattr(name)
      added&.retrieve
    ensure
      instance.delete(name) if added
    end

    # As in Puppet, the other properties are not compared if the existence of the resource differs.
    def verdicts
      ensure_property = instance.property(:ensure)
      first = verdict(ensure_property) if ensure_property&.should
      return [first] if first && first['insync'] != true
      return [first].compact unless present?

      [first, *instance.properties.reject { |property| property.name == :ensure }.filter_map { |property| verdict(property) }].compact
    end

    def verdict(property)
      return nil unless property.should

      is = states[property.name]
      verdict = { 'attribute' => property.name.to_s, 'insync' => nil }
      verdict.update('is' => ChangeText.is(property, is), 'should' => ChangeText.should(property))
      verdict['insync'] = property.safe_insync?(is) ? true : false
      verdict['insync'] ? verdict : verdict.merge('change' => change(property, is))
    rescue StandardError => e
      verdict.merge('error' => Sessions.error(e))
    end

    # The text of a change is needed after it only; before it, the method may not work yet.
    def change(property, is)
      ChangeText.change(property, is)
    rescue StandardError
      nil
    end
  end

  # Changes of one resource.
  class ResourceChange
    def self.of(id) = new(ResourceState.of(id))

    def initialize(state)
      @instance = state.instance
      @states = state.states
    end

    # Sets properties, `ensure` first and alone, and flushes if one was changed.
    def apply(names)
      names = names.include?('ensure') ? ['ensure'] : in_order(names)
      results = names.map { |name| change(@instance.property(name.to_sym) || missing(name)) }
      results << flush if results.any? { |result| result['error'].nil? }
      results.compact
    end

    private

    def in_order(names) = @instance.properties.map { |property| property.name.to_s } & names | names
    def missing(name) = raise(ArgumentError, "#{@instance.ref} has no property #{name}")

    def change(property)
      is = @states[property.name]
      property.sync
      { 'attribute' => property.name.to_s, 'message' => ChangeText.change(property, is), 'error' => nil }
    rescue StandardError, ScriptError => e
      { 'attribute' => property.name.to_s, 'message' => nil, 'error' => Sessions.error(e) }
    end

    # An error here concerns the resource as a whole.
    def flush
      @instance.flush if @instance.respond_to?(:flush)
      nil
    rescue StandardError, ScriptError => e
      { 'attribute' => nil, 'message' => nil, 'error' => Sessions.error(e) }
    end
  end

  # Resources that other resources make. They get identifiers from `next` on.
  class Generation
    def initialize(request)
      @ids = request['ids']
      @next = request['next'] || 1_000_000
    end

    def rows(method)
      @ids.flat_map { |id| rows_of(id, Types.instance(id), method) }
    end

    private

    def rows_of(id, instance, method)
      return [] unless instance.respond_to?(method)

      made = instance.public_send(method) || []
      (made.is_a?(Array) ? made : [made]).map { |one| row(one, id, instance) }
    rescue StandardError, ScriptError => e
      message = "Failed to generate additional resources using '#{method}': #{e.message}"
      [{ 'source' => id, 'error' => Sessions.error(e).merge('message' => Values.text(message)) }]
    end

    def row(made, source, instance)
      id = @next
      @next += 1
      Types.keep(id, made)
      Types.add(made)
      parameters = made.parameters.select { |_, parameter| parameter.metaparam? }.transform_values(&:value)
      { 'id' => id, 'source' => source, 'type' => made.type.to_s, 'title' => made.title.to_s,
        'values' => Types.encode(Types.values_of(made)), 'provider' => made.provider&.class&.name&.to_s, 'metaparameters' => Types.encode(parameters), 'tags' => made.tags.to_a.map(&:to_s),
        'depthfirst' => instance.depthfirst? ? true : false }
    end
  end
end
