# frozen_string_literal: true

module Puppet
  class Resource
    # The catalog that is being applied. The host has it; resources whose types are declared in Ruby are objects of these types.
    class Catalog
      def self.current = @current ||= new

      def initialize
        @others = {}
      end

      # Returns a resource by its type and title, or by its reference.
      def resource(type, title = nil)
        type = type.ref if type.is_a?(Puppet::Resource) || type.is_a?(Puppet::Type)
        type, title = Resource.type_and_title(type, title)
        Marotte::Types.added(type, title) || found(type, title)
      end

      def resources = Marotte.ask('find_resources').map { |found| object(found) }
      def resource_refs = resources.map(&:ref)
      def host_config? = true
      def environment_instance = Puppet::Node::Environment.current
      def environment = environment_instance.name
      def version = nil

      private

      def found(type, title)
        Marotte.ask('find_resources', type: type, title: title).map { |found| object(found) }.first
      end

      # Returns the object of a resource: that of an earlier request, else a new one.
      def object(found)
        return Marotte::Types.instance(found['id']) if found['id'] && Marotte::Types.instance?(found['id'])

        @others["#{found['type']}[#{found['title']}]".downcase] ||= make(found)
      end

      def make(found)
        type = Puppet::Type.type(found['type']) || Marotte::HostTypes.undeclared(found['type'])
        made = Resource.new(type, found['title'])
        made.catalog = self
        Marotte::Values.decode(found['attributes']).each { |name, value| made[name] = value }
        type.new(made).extend(OfHost)
      end
    end

    # A resource that the host applies: it gets the values that are assigned.
    module OfHost
      def []=(name, value)
        super
        Marotte.ask('change_resource', type: type.to_s, title: title, values: Marotte::Types.encode(name.to_s => value))
      end
    end
  end
end
