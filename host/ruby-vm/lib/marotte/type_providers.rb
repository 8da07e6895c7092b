# frozen_string_literal: true

module Marotte
  # The providers of types; methods of the classes.
  module TypeProviders
    # Providers of each type. They stay if the type is declared again.
    PROVIDERS = Hash.new { |types, name| types[name] = {} }

    attr_accessor :providerloader
    attr_writer :defaultprovider

    def provider_hash = PROVIDERS[name]
    def provider_hash_by_type(type) = PROVIDERS[type]
    def provider_loader = providerloader
    def providers = provider_hash.keys
    def validprovider?(name) = provider_hash[name.to_sym]&.suitable? || false

    # Returns the class of a provider, whose file is loaded if necessary.
    def provider(name)
      name = name.to_sym
      providerloader&.load(name) unless provider_hash.key?(name)
      provider_hash[name]
    end

    # Declares a provider. The block is the body of its class.
    def provide(name, options = {}, &block)
      name = name.to_sym
      Puppet.debug { "Reloading #{name} #{self.name} provider" } if unprovide(name)
      parent = parent_provider(name, options[:parent])
      providify
      attributes = { resource_type: self, marotte_file: block&.source_location&.first }.merge(options.except(:parent))
      made = ClassFactory.make(self, name, parent: parent, prefix: 'Provider', attributes: attributes, modules: [feature_module],
                                           body: block)
      provider_hash[made.name] = made
    end

    def unprovide(name)
      @defaultprovider = nil if @defaultprovider && @defaultprovider.name == name
      removed = ClassFactory.remove(self, name, 'Provider')
      provider_hash.delete(name) || removed ? true : false
    end

    # Adds the parameter that names the provider.
    def providify
      return if @paramhash.key?(:provider)

      newparam(:provider, parent: ProviderParameter).parenttype = self
    end

    # Returns the providers that can be used here.
    def suitableprovider
      providerloader&.loadall if provider_hash.empty?
      provider_hash.values.select(&:suitable?).reject { |provider| provider.name == :fake }
    end

    # Returns the provider that is used unless a resource names one.
    def defaultprovider
      return @defaultprovider if @defaultprovider

      suitable = suitableprovider
      candidates = suitable.select(&:default?)
      candidates = suitable if candidates.empty?
      highest = candidates.map(&:specificity).max
      candidates = candidates.select { |provider| provider.specificity == highest }
      warn_of_several(candidates) if candidates.length > 1
      @defaultprovider = candidates.first
    end

    # Returns the suitable providers with different sources, the default one first.
    def providers_by_source = [defaultprovider, *suitableprovider].compact.uniq.uniq(&:source)

    # Returns the resources of the system that the providers find.
    def instances
      raise Puppet::DevError, "#{name} has no providers and has not overridden 'instances'" if provider_hash.empty?

      found = {}
      providers_by_source.each do |provider|
        provider.instances.each { |instance| found[title_of(instance)] ||= instance }
      end
      found.map { |title, instance| from_provider(title, instance) }
    end

    private

    def title_of(instance) = instance.respond_to?(:title) ? instance.title : instance.name

    def from_provider(title, instance)
      made = new(name: instance.name, provider: instance, title: title)
      properties.each { |property| made.newattr(property) }
      made
    end

    def parent_provider(name, parent)
      return parent || Puppet::Provider if parent.nil? || parent.is_a?(Class)

      provider(parent) or raise Puppet::DevError, "Could not find parent provider #{parent} of #{name}"
    end

    def warn_of_several(candidates)
      names = candidates.map(&:name).join(', ')
      Puppet.warning("Found multiple default providers for #{name}: #{names}; using #{candidates.first.name}")
    end
  end

  # The parameter that names the provider of a resource.
  class ProviderParameter < Puppet::Parameter
    class << self
      attr_accessor :parenttype

      def doc
        text = "The provider that manages the resource. It is chosen automatically unless it is named. The providers are:\n\n"
        parenttype.providers.sort_by(&:to_s).reduce(text) do |all, name|
          all + markdown_definitionlist(name, parenttype.provider(name).doc)
        end
      end
    end

    defaultto { resource.class.defaultprovider&.name }

    # An Array stands for its first element.
    def unsafe_validate(value)
      value = value[0] if value.is_a?(Array)
      value = value.class.name if value.is_a?(Puppet::Provider)
      return if resource.class.provider(value)

      raise ArgumentError, "Invalid #{resource.class.name} provider '#{value}'"
    end

    def unsafe_munge(value)
      value = value[0] if value.is_a?(Array)
      value = value.to_sym if value.is_a?(String)
      resource.provider = value
      value.is_a?(Puppet::Provider) ? value.class.name : value
    end
  end
end
