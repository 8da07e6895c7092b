# frozen_string_literal: true

module Marotte
  # Makes the classes of types, attributes and providers: each is a constant of its owner.
  module ClassFactory
    class << self
      # Makes a class and calls its block in it. A class that exists is replaced or an error.
      def make(owner, name, parent:, prefix: '', attributes: nil, modules: [], replace: false, body: nil)
        name = name.to_s.downcase.to_sym
        made = Class.new(parent) { @name = name }
        assign(owner, constant(prefix, name), made, replace)
        made.initvars if made.respond_to?(:initvars)
        set(made, attributes || {})
        modules.each { |one| made.include(one).extend(one) }
        made.preinit if made.respond_to?(:preinit)
        made.class_eval(&body) if body
        made.postinit if made.respond_to?(:postinit)
        made
      end

      # Removes the constant of a class. Returns whether there was one.
      def remove(owner, name, prefix = '')
        name = constant(prefix, name)
        return false unless owner.const_defined?(name, false)

        owner.send(:remove_const, name)
        true
      end

      private

      def constant(prefix, name) = prefix + name.to_s.capitalize

      def assign(owner, name, made, replace)
        if owner.const_defined?(name, false)
          raise Puppet::ConstantAlreadyDefined, "Class #{name} is already defined in #{owner}" unless replace

          Puppet.info("Redefining #{name} in #{owner}")
          owner.send(:remove_const, name)
        end
        owner.const_set(name, made)
      end

      # Options that the class does not have are ignored.
      def set(made, attributes)
        attributes.each { |name, value| made.public_send(:"#{name}=", value) if made.respond_to?(:"#{name}=") }
      end
    end
  end
end

module Puppet
  class ConstantAlreadyDefined < Error; end
  class SubclassAlreadyDefined < Error; end
end
