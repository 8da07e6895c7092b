# frozen_string_literal: true

module Puppet
  class Provider
    # The base class of providers of users and groups. Subclasses have the commands `addcmd`, `deletecmd` and `modifycmd`.
    class NameService < Provider
      class << self
        def initvars
          super
          @checks = {}
          @options = {}
        end

        def autogen_default(name) = (@autogen_defaults || {})[name.to_sym]
        def autogen_defaults(values) = (@autogen_defaults ||= {}).update(values.transform_keys(&:to_sym))
        def option(name, key) = (@options || {}).dig(name.to_sym, key)

        # Sets how an attribute is passed to commands.
        def options(name, values)
          unless resource_type.valid_parameter?(name)
            raise Puppet::DevError, "#{name} is not a valid attribute for #{resource_type.name}"
          end

          (@options ||= {})[name] = (@options[name] || {}).merge(values)
        end

        def resource_type=(type)
          super
          type.validproperties.each do |property|
            next if property == :ensure

            define_method(property) { get(property) || :absent } unless public_method_defined?(property)
            define_method("#{property}=") { |*values| set(property, *values) } unless public_method_defined?("#{property}=")
          end
        end

        def section
          raise Puppet::DevError, 'Cannot determine Etc section without a resource type' unless resource_type

          resource_type.name == :group ? 'gr' : 'pw'
        end

        def instances
          (section == 'gr' ? Marotte::Accounts.groups : Marotte::Accounts.users).map do |entry|
            new(name: entry.name, canonical_name: entry.name, ensure: :present)
          end
        end

        # Declares a check of the values of an attribute.
        def verify(name, error, &block) = @checks[name.to_sym] = { error: error, block: block }

        def validate(name, value)
          check = @checks[name.to_sym]
          raise ArgumentError, "Invalid value #{value}: #{check[:error]}" unless check.nil? || check[:block].call(value)
        end

        # Returns the number after the highest one that is in use.
        def autogen_id(_field, resource_type)
          unless %i[user group].include?(resource_type)
            raise Puppet::DevError, "autogen_id() does not support auto generation of id for resource type #{resource_type}"
          end

          used = resource_type == :user ? Marotte::Accounts.users.map(&:uid) : Marotte::Accounts.groups.map(&:gid)
          @previous_id = (@previous_id || used.reject { |id| id > 65_000 }.max || 1000) + 1
        end
      end

      def initialize(resource)
        super
        @custom_environment = {}
        @canonical_name = (resource.is_a?(Hash) && resource[:canonical_name]) || resource[:name]
      end

      def exists? = !getinfo(true).nil?
      def ensure = exists? ? :present : :absent
      def get(name) = getinfo(false)&.then { |values| unmunge(name, values[name]) }
      def munge(name, value) = convert(:munge, name, value)
      def unmunge(name, value) = convert(:unmunge, name, value)
      def groups = Puppet::Util::POSIX.groups_of(resource[:name]).join(',')
      def has_sensitive_data?(_property = nil) = false # rubocop:disable Naming/PredicatePrefix
      def comments_insync?(current, should) = current == should[0].to_s.dup.force_encoding(current.encoding)

      def autogen(field)
        ids = { user: :uid, group: :gid }
        return self.class.autogen_id(field.to_sym, resource.class.name) if ids[resource.class.name] == field.to_sym

        self.class.autogen_default(field) || (respond_to?("autogen_#{field}") ? public_send("autogen_#{field}") : nil)
      end

      def create
        return info('already exists') if exists?

        run('create') do
          run_command(addcmd, has_sensitive_data?)
          command = feature?(:manages_password_age) && passcmd
          run_command(command, has_sensitive_data?) if command
        end
      end

      def delete
        return info('already absent') unless exists?

        run('delete') { run_command(deletecmd, false) }
      end

      def set(name, value)
        self.class.validate(name, value)
        command = modifycmd(name, munge(name, value))
        raise Puppet::DevError, 'Nameservice command must be an array' unless command.is_a?(Array)

        run_command(command, has_sensitive_data?(name))
      rescue Puppet::ExecutionFailure => e
        raise Puppet::Error, "Could not set #{name} on #{resource.class.name}[#{resource.name}]: #{e.message}"
      end

      # Returns the values of the entry, or nil.
      def getinfo(refresh)
        @entry = find_entry if @entry.nil? || refresh
        @entry && info2hash(@entry)
      end

      def info2hash(info)
        self.class.resource_type.validproperties.each_with_object({}) do |property, values|
          method = posixmethod(property)
          values[property] = info.public_send(method) if info.respond_to?(method)
        end
      end

      def posixmethod(name) = self.class.option(name, :method) || name

      private

      def find_entry
        self.class.section == 'gr' ? Marotte::Accounts.group(name: @canonical_name) : Marotte::Accounts.user(name: @canonical_name)
      end

      def convert(kind, name, value)
        block = self.class.option(name, kind)
        block.is_a?(Proc) ? block.call(value) : value
      end

      def run(action)
        yield
      rescue Puppet::ExecutionFailure => e
        raise Puppet::Error, "Could not #{action} #{resource.class.name} #{resource.name}: #{e.message}"
      end

      def run_command(command, sensitive)
        execute(command, failonfail: true, combine: true, custom_environment: @custom_environment, sensitive: sensitive)
      end
    end
  end
end
