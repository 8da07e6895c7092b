# frozen_string_literal: true

module Marotte
  # The provider of a resource that the host implements. Methods that read or set attributes are calls of the host, which needs a
  # grant; all others are errors.
  class HostProvider
    # What methods set, by type and for all other types.
    SETTERS = {
      service: { start: %i[ensure running], stop: %i[ensure stopped], enable: [:enable, true], disable: [:enable, false] },
      package: { update: %i[ensure latest], uninstall: %i[ensure absent], purge: %i[ensure purged] },
      nil => { create: %i[ensure present], destroy: %i[ensure absent], delete: %i[ensure absent] }
    }.freeze

    def self.supports_parameter?(*) = true
    def self.feature?(*) = true
    def self.suitable? = true
    def satisfies?(*) = true

    attr_reader :resource

    def initialize(resource)
      @resource = resource
    end

    def clear = nil
    def name = resource.name

    # Whether the resource exists.
    def exists? = !%i[absent purged].include?(get(:ensure))

    # A service is restarted, or started if it does not run.
    def restart
      only(:service, :restart)
      status == :running ? ask('refresh') : start
    end

    def status
      only(:service, :status)
      get(:ensure)
    end

    def enabled?
      only(:service, :enabled?)
      get(:enable).to_s.to_sym
    end

    # Installs the version that the resource names, or any.
    def install
      only(:package, :install)
      wanted = resource[:ensure]
      set(:ensure, wanted.nil? || %i[absent purged].include?(wanted.to_sym) ? :present : wanted)
    end

    # The state of a package.
    def properties
      only(:package, :properties)
      { name: resource[:name], ensure: get(:ensure) }
    end

    # The state of a package, or nil if it is not installed.
    def query
      only(:package, :query)
      exists? ? properties : nil
    end

    def respond_to_missing?(name, *) = !setter(name).nil? || attribute?(name.to_s.delete_suffix('=')) || feature_question?(name)

    def method_missing(name, *arguments)
      return true if feature_question?(name)

      attribute, value = setter(name)
      return set(attribute, value) if attribute
      return set(name.to_s.delete_suffix('='), arguments.first) if name.end_with?('=') && attribute?(name.to_s.delete_suffix('='))
      return get(name) if arguments.empty? && attribute?(name)

      refuse(name)
    end

    private

    # Whether a method asks for a feature; the host checks features when it is called.
    def feature_question?(name) = name.end_with?('?') && !resource.class.provider_feature(name.to_s.delete_suffix('?').to_sym).nil?
    def setter(name) = SETTERS.values_at(resource.type, nil).compact.filter_map { |setters| setters[name] }.first
    def attribute?(name) = resource.class.validproperty?(name)
    def only(type, method) = resource.type == type || refuse(method)

    def refuse(method)
      raise Puppet::Error, "Ruby code cannot call '#{method}' of the provider of a resource of the type '#{resource.type}'"
    end

    def get(attribute)
      value = Values.decode(ask('get', attribute))
      attribute.to_sym == :ensure && value ? value.to_sym : value
    end

    def set(attribute, value)
      ask('set', attribute, attribute.to_sym => value)
      nil
    end

    def ask(action, attribute = nil, values = {})
      attributes = resource.parameters.reject { |name, parameter| parameter.metaparam? || name == :provider }
      attributes = attributes.transform_values { |parameter| parameter.is_a?(Puppet::Property) ? parameter.should : parameter.value }
      attributes = attributes.merge(values).compact.transform_keys(&:to_s)
      Marotte.ask('call_provider', type: resource.type.to_s, title: resource.title.to_s, action: action, attribute: attribute.to_s,
                                   values: Types.encode(attributes))
    end
  end
end
