# frozen_string_literal: true

module Marotte
  # A resource of a type that the host implements. Its values are not checked or converted.
  class HostType < Puppet::Type
    initvars

    class << self
      attr_writer :patterns

      # Declares the attributes that the host names.
      def declare(described)
        described['attributes'].each do |attribute|
          kind = attribute['kind'] == 'property' ? :newproperty : :newparam
          send(kind, attribute['name'], &HostTypes.body(name, attribute['name']))
          attrclass(attribute['name'].to_sym).isnamevar if attribute['is_namevar']
        end
        @patterns = described['title_patterns']&.map { |source, names| [Regexp.new(source), names.map { |name| [name.to_sym] }] }
      end

      # Without patterns the title is the first attribute that identifies a resource.
      def title_patterns = @patterns || [[/(.*)/m, [[key_attributes.first]]]]
    end

    # The host has the provider.
    def provider = super || HostProvider.new(self)
  end

  # Makes the types of the host.
  module HostTypes
    # Conversions that types of modules inherit from attributes of the type `file`.
    FILE = {
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

    class << self
      # Returns the class of a type, or nil if the host does not have it.
      def make(name)
        return nil unless Marotte.ask('has_type', name: name.to_s)

        made = ClassFactory.make(Puppet::Type, name, parent: HostType, replace: true)
        Puppet::Type.marotte_types[name] = made
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

      def body(type, attribute) = type == :file ? FILE[attribute] : nil
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
