# frozen_string_literal: true

module Puppet
  module Parser
    # The interface for functions of Puppet 3.
    module Functions
      # A function: its body is a method of the scope.
      OldFunction = Struct.new(:name, :type, :arity, :doc, :body)

      class << self
        # Declares a function.
        def newfunction(name, options = {}, &block)
          type = options[:type] || :statement
          raise Puppet::DevError, "Invalid statement type #{type.inspect}" unless %i[statement rvalue].include?(type)

          function = OldFunction.new(name.to_s.downcase, type, options[:arity] || -1, options[:doc], block)
          Scope.define_method("real_function_#{function.name}", &block)
          Marotte::Functions.define_old(function)
        end

        # Returns the method of a function, which is loaded if necessary.
        def function(name, _environment = nil)
          Marotte::Functions.exists?(name.to_s) ? "function_#{name}" : false
        end

        def rvalue?(name) = Marotte::Functions.old(name.to_s)&.type == :rvalue
        def arity(name) = Marotte::Functions.old(name.to_s)&.arity || -1
        def autoloader = Autoloader
        def environment_module(*) = Scope
      end

      # Loads functions by name.
      module Autoloader
        def self.load(name, *) = Marotte::Functions.exists?(name.to_s)
        def self.loaded?(name) = !Marotte::Functions.old(name.to_s).nil?
        def self.loadall = nil
      end
    end
  end
end
