# frozen_string_literal: true

module Puppet
  class Provider
    # The base class of providers of packages.
    class Package < Provider
      def self.prefetch(packages)
        instances.each { |provider| packages[provider.name]&.provider = provider }
      end

      def flush = @property_hash.clear

      # Returns the state of the package, which is queried once.
      def properties
        if @property_hash.empty?
          missing = self.class.feature?(:purgeable) ? :purged : :absent
          @property_hash = query || {}
          @property_hash[:ensure] = missing if @property_hash.empty?
        end
        @property_hash.dup
      end

      def validate_source(_value) = true

      def join_options(options)
        options&.flat_map { |value| value.is_a?(Hash) ? value.sort.map { |key, text| "#{key}=#{text}" } : [value] }
      end

      # Providers with a command for each package.
      class Targetable < Package
        def self.prefetch(packages)
          own = packages.values.first.catalog.resources.select { |package| package.provider.instance_of?(self) }
          commands = own.map { |package| package.original_parameters[:command] }.uniq
          commands.each { |command| prefetch_command(command, own) }
        end

        def self.prefetch_command(command, packages)
          instances(command).each do |instance|
            packages.each do |package|
              next unless package[:name] == instance.name && package.original_parameters[:command] == command

              package.provider = instance
              debug("Prefetched instance: #{instance.name} via command: #{command || :default}")
            end
          end
        end

        def self.validate_command(command)
          raise Puppet::Error, "Provider #{name} package command is not functional on this host" unless command
          raise Puppet::Error, "Provider #{name} package command '#{command}' does not exist on this host" unless File.file?(command)
        end

        def resource_or_provider_command = resource.original_parameters[:command] || self.class.provider_command
        def to_s = "#{resource}(provider=#{self.class.name})(command=#{resource[:command] || :default})"
      end
    end
  end
end
