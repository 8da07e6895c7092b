# frozen_string_literal: true

require 'puppet/docs'

module Puppet
  module Util
    # Declares what providers of a type can do.
    module ProviderFeatures
      include Puppet::Util::Docs

      # Something that a provider can do: it declares it or has the methods for it.
      class ProviderFeature
        attr_reader :name, :docs, :methods

        def initialize(name, docs, methods: nil)
          @name = name.to_sym
          @docs = docs
          @methods = methods
        end

        # Returns whether a provider or its class has the methods.
        def available?(provider)
          return false unless methods

          methods.all? { |name| provider.is_a?(Class) ? provider.public_method_defined?(name) : provider.respond_to?(name) }
        end
      end

      # Methods of providers and their classes.
      module Tests
        def feature?(name)
          method = :"#{name}?"
          respond_to?(method) && public_send(method) ? true : false
        end

        def satisfies?(*names) = names.flatten.all? { |name| feature?(name) }
      end

      def feature(name, docs, options = {})
        @features ||= {}
        raise Puppet::DevError, "Feature #{name} is already defined" if @features.key?(name)

        made = ProviderFeature.new(name, docs, **options)
        @features[made.name] = made
      rescue ArgumentError => e
        raise ArgumentError, "Could not create feature #{name}: #{e}", e.backtrace
      end

      def features = marotte_features.keys
      def provider_feature(name) = marotte_features[name]
      def marotte_features = @features ||= {}

      # Returns the module for providers, with a method for each feature.
      def feature_module = @feature_module ||= make_feature_module

      private

      def make_feature_module
        declared = marotte_features
        const_set(:FeatureModule, ::Module.new do
          include Tests

          define_method(:features) { declared.keys.select { |name| feature?(name) }.sort_by(&:to_s) }
          define_method(:has_features) { |*names| (@declared_features ||= []).concat(names.map(&:to_sym)) }
          alias_method :has_feature, :has_features
          declared.each do |name, feature|
            define_method(:"#{name}?") do
              (is_a?(Class) ? declared_feature?(name) : self.class.declared_feature?(name)) || feature.available?(self)
            end
          end
        end)
      end
    end
  end
end
