# frozen_string_literal: true

module Facter
  module Core
    # Commands of facts.
    module Execution
      # Raised for a command that cannot be run.
      class ExecutionFailure < StandardError; end

      # The directories that are searched besides those of `PATH`.
      DIRECTORIES = %w[/sbin /usr/sbin].freeze

      # The program of a command line may be quoted.
      QUOTED = [/\A"(.+?)"(?:\s+(.*))?/, /\A'(.+?)'(?:\s+(.*))?/].freeze
      WINDOWS_PATH = %r{\A(?:[a-z]:[\\/]|[\\/]{2}[^\\/]+[\\/][^\\/]+|[\\/]{2}\?[\\/][^\\/]+)}i

      module_function

      def search_paths = ENV['PATH'].to_s.split(':') + DIRECTORIES

      # Returns the path of a program.
      def which(name)
        found = Marotte::Commands.which(name)
        return found if found || absolute_path?(name)

        DIRECTORIES.each do |directory|
          found = Marotte::Commands.which(File.join(directory, name))
          return found if found
        end
        nil
      end

      def absolute_path?(path, platform = nil) = path.match?(platform == :windows ? WINDOWS_PATH : %r{^/})

      # Returns a command line with the path of its program, or nil if there is no such program.
      def expand_command(command)
        quoted = QUOTED.filter_map { |pattern| command.match(pattern) }.first
        program, arguments = quoted ? quoted.captures : command.split(/ /, 2)
        path = program && which(program) or return nil

        path = "'#{path}'" if path.match?(/\s/)
        arguments ? "#{path} #{arguments}" : path
      end

      # Sets variables of the environment for a block.
      def with_env(values)
        old = values.to_h { |name, _| [name, ENV.fetch(name, nil)] }
        values.each { |name, value| ENV[name] = value }
        yield
      ensure
        old.each { |name, value| ENV[name] = value }
      end

      def exec(command) = execute(command, on_fail: nil)

      # Runs a command line and returns what it prints, without space at its ends. The value of the option `on_fail` is
      # returned if it cannot be run, unless that is `:raise`.
      def execute(command, options = {})
        Marotte::FactCommands.check(options)
        on_fail = options.fetch(:on_fail, :raise)
        logger = options[:logger]
        is_final = (!options.fetch(:expand, true) && Marotte::FactCommands.builtin?(command)) || logger
        line = is_final ? command : expand_command(command)
        return Marotte::FactCommands.fail_with("Could not execute '#{command}': command not found", on_fail) if line.nil?

        output, = execute_command(line, on_fail, logger, Marotte::FactCommands.limit(options))
        output
      end

      # Runs a command line and returns its output and error output.
      def execute_command(command, on_fail = nil, logger = nil, timeout = nil)
        begin
          result = Marotte::FactCommands.run(command.to_s, on_fail, timeout)
          Marotte::FactCommands.log_errors(result.error, command, logger)
        rescue StandardError => e
          return Marotte::FactCommands.fail_with("Failed while executing '#{command}': #{e.message}", on_fail, logger)
        end
        [result.output.strip, result.error]
      end
    end
  end
end

module Marotte
  # The parts of the execution of commands that facts do not see.
  module FactCommands
    OPTIONS = %i[on_fail expand logger timeout].freeze

    # The language of the texts that commands print.
    ENVIRONMENT = { 'LC_ALL' => 'C', 'LANG' => 'C' }.freeze

    # The longest time that a command may take, in seconds.
    TIMEOUT = 300

    class << self
      def check(options)
        unknown = options.keys - OPTIONS
        return if unknown.empty?

        log.warn("Unexpected key passed to Facter::Core::Execution.execute option: #{unknown.join(',')} - valid keys: #{OPTIONS.join(',')}")
      end

      # Returns the time limit in the options. Facter warns about the old names, but uses them.
      def limit(options)
        seconds = (options[:timeout] || options[:time_limit] || options[:limit]).to_i
        seconds.positive? ? seconds : TIMEOUT
      end

      # Returns whether a program is part of the shell. As in Facter, commands that need no shell cannot be asked for.
      def builtin?(command)
        line = "type #{command}"
        Commands.check(line)
        Commands.run(line).output.include?('builtin')
      end

      # Raises an error, or returns the value that is wanted instead.
      def fail_with(message, on_fail, logger = nil)
        if logger
          log.debug(message)
          return ''
        end
        raise Facter::Core::Execution::ExecutionFailure, message if on_fail == :raise

        on_fail
      end

      def run(command, on_fail, timeout)
        log.debug("Executing command: #{command}")
        Commands.check(command)
        timeout ||= TIMEOUT
        result = Commands.run(command, environment: ENVIRONMENT, timeout: timeout)
        return result unless result.timed_out

        message = "Timeout encounter after #{timeout}s, killing process with pid: #{result.status.pid}"
        raise message if on_fail == :raise

        log.debug(message)
        Commands::Result.new('', '', result.status, true)
      end

      def log_errors(text, command, logger)
        (logger || log).debug("Command #{command} completed with the following stderr message: #{text.strip}") unless text.empty?
      end

      private

      def log = @log ||= Facter::Log.new(self)
    end
  end
end
