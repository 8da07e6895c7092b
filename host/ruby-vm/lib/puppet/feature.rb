# frozen_string_literal: true

module Puppet
  # Optional parts that providers need. Modules define more of them in `puppet/feature`.
  module Features
    BUILT_IN = { root?: -> { Process.uid.zero? }, posix?: true, manages_symlinks?: true, openssl?: true, zlib?: true, json?: true,
                 yaml?: true, base?: true, rubygems?: false, microsoft_windows?: false, jruby?: false, selinux?: false, augeas?: false, libuser?: false,
                 rdoc?: false, msgpack?: false, pson?: true, user?: true, uid?: true, cfacter?: true }.freeze

    @added = {}
    @results = {}

    class << self
      # Defines a feature by libraries that it needs, or by a block.
      def add(name, options = {}, &block)
        key = :"#{name}?"
        @results.delete(key)
        @added[key] = block || -> { libraries?(Array(options[:libs])) }
      end

      def load(*) = nil

      def method_missing(name, *)
        return super unless name.end_with?('?')

        @results.fetch(name) do
          result = test(name)
          @results[name] = result unless result.nil?
          result ? true : false
        end
      end

      def respond_to_missing?(name, *) = name.end_with?('?') || super

      private

      def test(name)
        require "puppet/feature/#{name.to_s.delete_suffix('?')}" unless @added.key?(name) || BUILT_IN.key?(name)
        found = @added.fetch(name) { BUILT_IN.fetch(name, false) }
        found.respond_to?(:call) ? found.call : found
      rescue LoadError
        false
      rescue StandardError => e
        Puppet.warning("Failed to load feature test for #{name.to_s.delete_suffix('?')}: #{e.message}")
        nil
      end

      def libraries?(names)
        names.each { |name| require name.to_s }
        true
      rescue LoadError => e
        Puppet.debug("Could not find library '#{e.path}' required to enable feature")
        false
      end
    end
  end

  module Util
    # The class of `Puppet.features`.
    Feature = Features
  end
end
