# frozen_string_literal: true

module Marotte
  module HostTypes
    # The type `package`: what its attributes mean to providers in Ruby.
    module Package
      # What providers can do, by the methods that they need for it.
      FEATURES = {
        reinstallable: %i[reinstall], installable: %i[install], uninstallable: %i[uninstall], upgradeable: %i[update latest],
        purgeable: %i[purge], holdable: %i[hold unhold], disableable: %i[disable],
        package_settings: %i[package_settings_insync? package_settings package_settings=]
      }.freeze

      # Methods of the attribute `ensure`.
      module Ensure
        def retrieve = provider.properties[:ensure]
        def insync?(is) = @should.any? { |wanted| matches?(is, wanted) }
        def should_to_s(value) = super(@latest || value)

        def change_to_s(current, desired)
          return 'purged' if desired == :purged
          return 'created' if [nil, :absent, :purged].include?(current) && desired != :absent

          super
        end

        private

        def matches?(is, wanted)
          case wanted
          when :present then !%i[absent purged disabled].include?(is)
          when :latest then latest?(is)
          when :absent then %i[absent purged].include?(is)
          when :purged then is == :purged
          else Array(is).include?(wanted) || (provider.respond_to?(:insync?) && provider.insync?(is))
          end
        end

        # Providers that do not know versions know only that a package is present.
        def latest?(is)
          return false if %i[absent purged].include?(is)

          @latest ||= latest
          return true if is == :present || Array(is).include?(@latest)

          debug("#{resource.name} #{is.inspect} is installed, latest is #{@latest.inspect}")
          false
        end

        def latest
          provider.latest
        rescue StandardError => e
          raise Puppet::Error, "Could not get latest version: #{e.message}", e.backtrace
        end

        def change_version(method)
          provider.public_send(method)
        rescue StandardError => e
          self.fail(Puppet::Error, "Could not update: #{e.message}", e)
        end
      end

      # Options are Strings and hashes. Words with spaces are quoted.
      OPTIONS = proc do
        define_method(:unsafe_munge) do |values|
          values = [values] unless values.is_a?(Array)
          values.map { |value| value.is_a?(Hash) ? value.to_h { |key, text| [quoted(key), quoted(text)] } : quoted(value) }
        end

        define_method(:quoted) { |word| word.include?(' ') ? "\"#{word.gsub('"', '\"')}\"" : word }
      end

      # The bodies of the declarations of attributes.
      ATTRIBUTES = {
        'ensure' => proc do
          include Ensure

          newvalue(:present, event: :package_installed) { provider.install }
          newvalue(:absent, event: :package_removed) { provider.uninstall }
          newvalue(:purged, event: :package_purged, required_features: :purgeable) { provider.purge }
          newvalue(:disabled, required_features: :disableable) { provider.disable }
          aliasvalue(:installed, :present)
          newvalue(:latest, event: :package_changed, required_features: :upgradeable) { change_version(:update) }
          newvalue(/./, event: :package_changed, required_features: :versionable) { change_version(:install) }
          defaultto :present
        end,
        'mark' => proc do
          newvalues(:hold, :none)

          define_method(:retrieve) { provider.properties[:mark] }
          define_method(:sync) { should == :hold ? provider.hold : provider.unhold }
        end,
        'package_settings' => proc do
          validate { |value| provider.package_settings_validate(value) if provider.respond_to?(:package_settings_validate) }
          munge { |value| provider.respond_to?(:package_settings_munge) ? provider.package_settings_munge(value) : value }

          define_method(:insync?) { |is| provider.package_settings_insync?(should, is) }
        end,
        'source' => proc { validate { |value| provider.validate_source(value) if provider.respond_to?(:validate_source) } },
        'command' => proc { defaultto :default },
        'configfiles' => proc do
          newvalues(:keep, :replace)
          defaultto :keep
        end,
        'reinstall_on_refresh' => proc do
          newvalues(:true, :false) # rubocop:disable Lint/BooleanSymbol
          defaultto :false # rubocop:disable Lint/BooleanSymbol
        end,
        'install_options' => OPTIONS, 'uninstall_options' => OPTIONS
      }.freeze

      # Methods of resources.
      module Methods
        def exists? = provider.get(:ensure) != :absent
        def present?(states) = super && states[:ensure] != :purged

        def refresh
          wanted = self[:reinstall_on_refresh] == :true && !%i[absent purged].include?(self[:ensure]) # rubocop:disable Lint/BooleanSymbol
          provider.reinstall if wanted && provider.reinstallable?
        end
      end
    end
  end
end
