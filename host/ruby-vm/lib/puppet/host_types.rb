# frozen_string_literal: true

require 'marotte/host_types/package'
require 'marotte/host_types/service'
require 'marotte/host_types/service_providers'

module Marotte
  # A resource of a type that the host implements, which has checked its values.
  class HostType < Puppet::Type
    initvars

    class << self
      attr_writer :patterns

      # Declares the attributes and features that the host names.
      def declare(described)
        Array(described['features']).each { |one| feature(one, '', methods: HostTypes.methods_of(name, one)) }
        described['attributes'].each { |attribute| declare_attribute(attribute) }
        @patterns = described['title_patterns']&.map { |source, names| [Regexp.new(source), names.map { |name| [name.to_sym] }] }
      end

      # Without patterns the title is the first attribute that identifies a resource.
      def title_patterns = @patterns || [[/(.*)/m, [[key_attributes.first]]]]

      # The host has the provider of a resource that names none.
      def defaultprovider = nil

      # Whether a service runs is read only if it is managed.
      def needs_ensure_retrieved = name != :service

      # Some providers exist only as parents of others.
      def provider(name) = super || HostTypes.parent(self, name.to_sym)

      private

      def declare_attribute(described)
        name = described['name']
        body = HostTypes.body(self.name, name)
        body ||= proc { defaultvalues } if described['is_existence']
        if name == 'provider'
          providify
        elsif described['kind'] == 'property'
          exists = name == 'ensure' && self.name != :service
          made = newproperty(name, parent: exists ? Puppet::Property::Ensure : Puppet::Property, &body)
          made.array_matching = :all if described['is_whole_array']
        else
          newparam(name, &body)
        end
        attrclass(name.to_sym).isnamevar if described['is_namevar']
      end
    end

    # The host has the provider of a resource that names none.
    def provider = super || (@host_provider ||= HostProvider.new(self))

    # The host has defaults for its own providers.
    def set_default(name) = (super if @provider) # rubocop:disable Naming/AccessorMethodName
  end

  # Makes the types of the host.
  module HostTypes
    # Conversions that types of modules inherit from attributes of the type `file`.
    FILE_ATTRIBUTES = {
      'owner' => proc {},
      'group' => proc do
        validate { |group| raise Puppet::Error, "Invalid group name '#{group.inspect}'" if !group || group == '' }
      end,
      'mode' => proc do
        include Puppet::Util::SymbolicFileMode

        validate do |mode|
          raise Puppet::Error, "The file mode specification must be a string, not '#{mode.class.name}'" unless mode.is_a?(String)
          raise Puppet::Error, "The file mode specification is invalid: #{mode.inspect}" unless valid_symbolic_mode?(mode)
        end

        munge { |mode| normalize_symbolic_mode(mode) }
        unmunge { |mode| mode && display_mode(mode) }
      end
    }.freeze

    # The bodies of the declarations of attributes, by type.
    ATTRIBUTES = { file: FILE_ATTRIBUTES, package: Package::ATTRIBUTES, service: Service::ATTRIBUTES }.freeze

    # The methods that features of providers need, by type.
    FEATURES = { package: Package::FEATURES, service: Service::FEATURES }.freeze

    # Providers from which those of modules can inherit, by type: the parent and the body.
    PARENTS = { service: ServiceProviders::ALL }.freeze

    # Methods of resources, by type.
    METHODS = { package: Package::Methods, service: Service::Methods }.freeze

    class << self
      # Returns the class of a type, or nil if the host does not have it.
      def make(name)
        return nil unless Marotte.ask('has_type', name: name.to_s)

        made = ClassFactory.make(Puppet::Type, name, parent: HostType, replace: true)
        Puppet::Type.marotte_types[name] = made
        made.include(METHODS[name]) if METHODS.key?(name)
        made.declare(Marotte.ask('describe_type', name: name.to_s))
        made.providerloader = Autoloader.new(made, "puppet/provider/#{name}")
        made
      end

      # Returns the class of a defined type or a class.
      def undeclared(name)
        @undeclared ||= {}
        @undeclared[name.downcase] ||= Class.new(Undeclared) do
          @name = name.downcase.to_sym
          initvars
          newparam(:name)
        end
      end

      def body(type, attribute) = ATTRIBUTES.dig(type, attribute)
      def parent(type, name) = PARENTS.dig(type.name, name)&.then { |parent, body| type.provide(name, parent: parent, &body) }
      def methods_of(type, feature) = FEATURES.dig(type, feature.to_sym)
    end
  end

  # A resource of a defined type or a class. It has any attributes.
  class Undeclared < HostType
    initvars

    def []=(name, value)
      self.class.newparam(name) unless self.class.validattr?(name)
      super
    end

    def self.to_s = 'Puppet::Type::Component'
    def ref = "#{type.to_s.split('::').map(&:capitalize).join('::')}[#{title}]"
  end
end
