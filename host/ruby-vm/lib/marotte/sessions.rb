# frozen_string_literal: true

module Marotte
  # Requests of the host to providers: it reads and changes the resources that Types keeps.
  module Sessions
    REQUESTS = %w[open suitability instances get set refresh precheck generate expand close].freeze

    @sessions = {}

    class << self
      def handle(request) = send(request['do'], request)

      # Returns an error as it is passed to the host.
      def error(error)
        { 'message' => Values.text(error.message), 'class' => error.class.name.to_s, 'trace' => Marotte.trace(error) }
      end

      private

      def type_of(request) = Puppet::Type.type(request['type']) || raise(Puppet::Error, "Could not find type #{request['type']}")

      def session(request)
        type = type_of(request)
        @sessions[[type.name, request['provider']&.to_sym]] ||= Session.new(type, provider_of(type, request['provider']))
      end

      # Returns the class of a provider, or nil for types without one, which the host calls like the type.
      def provider_of(type, name)
        found = name && type.provider(name)
        raise ArgumentError, "Invalid #{type.name} provider '#{name}'" unless found || name.nil? || name == type.name.to_s

        found
      end

      def open(request) = session(request).suitability
      def instances(request) = session(request).instances
      def close(request) = session(request).close.tap { @sessions.delete([type_of(request).name, request['provider']&.to_sym]) }

      # Describes which providers of a type can be used; their files are loaded.
      def suitability(request)
        type = type_of(request)
        type.suitableprovider
        default = type.defaultprovider
        type.providers.map do |name|
          provider = type.provider(name)
          provider.marotte_suitability.merge('is_default' => provider == default)
        end
      end

      # Reads resources. Providers that read all resources at once are called with all resources of the catalog that they have;
      # `prefetch` can have the identifiers of others.
      def get(request)
        session = session(request)
        session.prefetch(request['prefetch'])
        wanted = request['wanted'] || []
        request['ids'].each_with_index.map { |id, index| { 'id' => id }.merge(session.get(id, wanted[index])) }
      end

      def set(request) = ResourceChange.of(request['id']).apply(request['changed'])

      def refresh(request)
        instance = Types.instance(request['id'])
        return { 'refreshed' => false } unless instance.respond_to?(:refresh)

        instance.refresh
        { 'refreshed' => true }
      end

      # Returns the problems that resources find before anything is changed.
      def precheck(request)
        request['ids'].filter_map do |id|
          Types.instance(id).pre_run_check
          nil
        rescue Puppet::Error => e
          { 'id' => id, 'error' => error(e) }
        end
      end

      def generate(request) = Generation.new(request).rows(:generate)
      def expand(request) = Generation.new(request).rows(:eval_generate)
    end
  end

  # The use of a provider of a type during a run.
  class Session
    attr_reader :type, :provider

    def initialize(type, provider)
      @type = type
      @provider = provider
    end

    def suitability
      return provider.marotte_suitability if provider

      reasons = type.paramclass(:provider) ? [missing] : []
      { 'suitable' => reasons.empty?, 'reasons' => reasons, 'features' => [] }
    end

    # Lets the provider read all resources at once. If that fails, all of them fail.
    def prefetch(ids)
      return if @prefetched || !provider.respond_to?(:prefetch)

      @prefetched = true
      ids ||= Types.of_provider(type, provider)
      Puppet.debug("Prefetching #{provider.name} resources for #{type.name}")
      provider.prefetch(ids.to_h { |id| Types.instance(id).then { |instance| [instance.name, instance] } })
    rescue LoadError, StandardError => e
      @failure = "Prefetch failed for #{type.name} provider '#{provider.name}'"
      Puppet.log_exception(e, "Could not prefetch #{type.name} provider '#{provider.name}': #{e.message}")
    end

    # Returns the state of a resource and the comparison with the desired one.
    def get(id, wanted)
      return failure(@failure).merge('prefetch' => true) if @failure
      return failure(missing) if provider.nil? && type.paramclass(:provider) && Types.instance(id).provider.nil?

      ResourceState.read(id).to_host(wanted)
    rescue StandardError, ScriptError => e
      { 'error' => Sessions.error(e) }
    end

    # Returns the resources of the system, with the values of all properties.
    def instances
      found = own_instances? || provider.nil? ? type.instances : provider.instances.map { |one| from_provider(one) }
      found.compact.map { |instance| { 'title' => instance.title.to_s, 'values' => values(instance) } }
    end

    def close
      provider.post_resource_eval if provider.respond_to?(:post_resource_eval)
      nil
    rescue StandardError => e
      Puppet.log_exception(e, "post_resource_eval failed for provider #{provider}")
    end

    private

    def missing = "Could not find a suitable provider for #{type.name}"
    def failure(message) = { 'error' => { 'message' => message, 'class' => 'Puppet::Error', 'trace' => [] } }
    def own_instances? = !TypeProviders.method_defined?(:instances) || type.method(:instances).owner != TypeProviders

    def from_provider(instance)
      title = instance.respond_to?(:title) ? instance.title : instance.name
      made = type.new(title: title, name: instance.name, provider: instance)
      type.properties.each { |property| made.newattr(property) if provider.supports_parameter?(property) }
      made
    end

    def values(instance)
      states = ResourceState.states_of(instance)
      found = instance.properties.to_h { |property| [property.name.to_s, states[property.name]] }
      instance.parameters.each do |name, parameter|
        next if parameter.is_a?(Puppet::Property) || (parameter.isnamevar? && parameter.value == instance.title) || parameter.metaparam?

        found[name.to_s] ||= parameter.value
      end
      Types.encode(found.compact)
    end
  end
end

require 'marotte/resource_state'
