# frozen_string_literal: true

module Marotte
  # The types that are known; methods of Puppet::Type.
  module TypeRegistry
    # Declares a type. The block is the body of its class.
    def newtype(name, options = {}, &block)
      options = {} unless options.is_a?(Hash)
      type = ClassFactory.make(Puppet::Type, name, parent: Puppet::Type, attributes: options, replace: true, body: block)
      marotte_types[type.name] = type
      Types.register(type, block&.source_location&.first)
      define_singleton_method(:"new#{name}") { |*arguments| type.new(*arguments) }
      type.ensurable if type.ensurable? && !type.validproperty?(:ensure)
      load_providers(type)
      type
    end

    # Returns a type, whose file is loaded if necessary. The host has types without files.
    def type(name)
      return nil if name.to_s.include?(':')

      name = name.to_s.downcase.to_sym unless marotte_types.key?(name)
      return marotte_types[name] if marotte_types.key?(name)

      found = typeloader.load(name)
      Puppet.warning("Loaded puppet/type/#{name} but no class was created") if found && !marotte_types.key?(name)
      marotte_types[name] = HostTypes.make(name) unless marotte_types.key?(name)
      marotte_types[name]
    end

    # Forgets a type.
    def rmtype(name)
      name = name.to_sym
      ClassFactory.remove(Puppet::Type, name)
      marotte_types.delete(name)
      singleton_class.send(:remove_method, :"new#{name}") if respond_to?(:"new#{name}")
    end

    def eachtype(&block) = marotte_types.each_value.reject(&:nil?).each(&block)
    def loadall = typeloader.loadall
    def allclear = nil
    def clear_misses = marotte_types.compact!
    def typeloader = @typeloader ||= Autoloader.new(self, 'puppet/type')
    def marotte_types = Puppet::Type.instance_variable_get(:@types)

    # Types of the host are constants although no file defines them.
    def const_missing(name)
      found = equal?(Puppet::Type) && name.match?(/\A[A-Z][a-z0-9_]*\z/) && type(name.to_s.downcase)
      found || super
    end

    private

    def load_providers(type)
      type.providerloader = Autoloader.new(type, "puppet/provider/#{type.name}")
      type.providerloader.loadall { |error| Types.note_failure(type, error) }
      type.providify unless type.providers.empty?
    end
  end
end
