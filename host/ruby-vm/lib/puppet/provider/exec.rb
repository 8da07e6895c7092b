# frozen_string_literal: true

module Puppet
  class Provider
    # The base class of providers of `exec`.
    class Exec < Provider
      include Puppet::Util::Execution

      # Returns the environment of the command.
      def environment
        path = resource[:path] ? { PATH: resource[:path].join(File::PATH_SEPARATOR) } : {}
        Array(resource[:environment]).each_with_object(path) do |setting, variables|
          name, value = setting.match(/\A(\w+)=(.*)\z/m)&.captures
          if name.nil?
            warning("Cannot understand environment setting #{setting.inspect}")
            next
          end
          warning("Overriding environment setting '#{name}' with '#{value}'") if variables.key?(name) || variables.key?(name.to_sym)
          warn_of_empty(name) if value.empty?
          variables[name] = value
        end
      end

      # Runs the command and returns its output twice: as a text and with its status.
      def run(command, check = false)
        checkexe(command)
        sensitive = resource.parameters[:command]&.sensitive
        debug("Executing#{check ? ' check' : ''} '#{sensitive ? '[redacted]' : command}'")
        output = Timeout.timeout(resource[:timeout]) { Puppet::Util::Execution.execute(command, execution_options(sensitive)) }
        raise ArgumentError, output if output.exitstatus == 127

        [output, output]
      end

      def extractexe(command)
        return command.first if command.is_a?(Array)

        command[/\A"([^"]+)"/, 1] || command[/\A'([^']+)'/, 1] || command.split(/ /).first
      end

      def validatecmd(command)
        program = extractexe(command)
        return if absolute_path?(program) || resource[:path]

        self.fail("'#{program}' is not qualified and no path was specified. Please qualify the command or specify a path.")
      end

      private

      def warn_of_empty(name)
        message = "Empty environment setting '#{name}'"
        Puppet.warn_once('undefined_variables', "empty_env_var_#{name}", message, resource.file, resource.line)
      end

      def execution_options(sensitive)
        { failonfail: false, combine: true, cwd: resource[:cwd], uid: resource[:user], gid: resource[:group], override_locale: false,
          custom_environment: environment, sensitive: sensitive }
      end
    end
  end
end
