# frozen_string_literal: true

module Puppet
  module Util
    # Runs commands.
    module Execution
      # The output of a command with its exit status.
      class ProcessOutput < String
        attr_reader :exitstatus

        def initialize(text, status)
          super(text)
          @exitstatus = status
        end
      end

      # An unknown user or group.
      class UnknownAccount < Puppet::Error; end

      # Marks a call without options, which has other defaults than one with options.
      NoOptionsSpecified = {}.freeze

      class << self
        # Runs a command. Without options its failure is an error and its error output is part of the output.
        def execute(command, options = NoOptionsSpecified)
          plain = NoOptionsSpecified.equal?(options)
          options = { failonfail: plain, combine: plain, override_locale: true, custom_environment: {} }.merge(options)
          command = command.flatten.map(&:to_s) if command.is_a?(Array)
          shown = options[:sensitive] ? '[redacted]' : Array(command).join(' ')
          Puppet.debug("Executing#{account_text(options)}: '#{shown}'")
          check_directory(options[:cwd])
          output = output_of(run(command, options), options)
          fail_with(shown, output) if options[:failonfail] && output.exitstatus != 0
          output
        end
        alias util_execute execute

        # Runs a shell line and passes its output to the block.
        def execpipe(command, fail_on_fail = true)
          line = command.respond_to?(:join) ? command.join(' ') : command
          Puppet.debug("Executing '#{line}'")
          result = Marotte::Commands.run(line, environment: { 'LANG' => 'C', 'LC_ALL' => 'C' }, merge: true)
          output = yield(StringIO.new(result.output))
          raise Puppet::ExecutionFailure, output.to_s if fail_on_fail && result.status.exitstatus != 0

          output
        end

        def withenv(...) = Puppet::Util.withenv(...)
        def ruby_path = File.join(*RbConfig::CONFIG.values_at('bindir', 'ruby_install_name'))

        private

        def account_text(options)
          parts = %i[uid gid].filter_map { |name| options[name] && " #{name}=#{options[name]}" }
          parts.empty? ? '' : " with#{parts.join}"
        end

        def check_directory(directory)
          return if directory.nil? || File.directory?(directory.to_s)

          raise ArgumentError, "Working directory #{directory} does not exist!"
        end

        def run(command, options)
          user, group = %i[uid gid].map { |name| account(name, options[name]) }
          input = options[:stdinfile] && File.binread(options[:stdinfile].to_s)
          Marotte::Commands.run(*command, environment: environment(options), directory: options[:cwd]&.to_s, user: user, group: group,
                                         input: input, merge: options[:combine] ? true : false)
        rescue UnknownAccount => e
          Marotte::Commands::Result.new('', '', nil, false, e)
        end

        # The host accepts names and numbers. With an unknown name the command is not started.
        def account(kind, value)
          return value if value.nil? || value.is_a?(Integer) || value.to_s.match?(/\A\d+\z/)
          return value.to_s if Puppet::Util.public_send(kind, value.to_s)

          raise UnknownAccount, "Invalid #{kind == :uid ? 'user' : 'group'}: #{value}"
        end

        # Commands have the locale C and no variables of a user.
        def environment(options)
          removed = options[:override_locale] ? POSIX::LOCALE_ENV_VARS + POSIX::USER_ENV_VARS : POSIX::USER_ENV_VARS
          locale = options[:override_locale] ? { 'LANG' => 'C', 'LC_ALL' => 'C' } : {}
          removed.to_h { |name| [name, nil] }.merge(locale, (options[:custom_environment] || {}).transform_keys(&:to_s))
        end

        # A program that cannot be started has the status 1 and a message as output.
        def output_of(result, options)
          if result.failure
            result.status = Marotte::CommandStatus.of(1)
            result.output = "Error: Could not execute posix command: #{result.failure.message}\n" if options[:combine]
            Marotte::Commands.last_status = result.status
          end
          ProcessOutput.new(options[:squelch] ? '' : result.output, result.status.exitstatus)
        end

        def fail_with(shown, output)
          raise Puppet::ExecutionFailure, "Execution of '#{shown}' returned #{output.exitstatus}: #{output.strip}"
        end
      end
    end

    # Runs a command instead of the host; tests of modules use it.
    class ExecutionStub
      def self.set = raise(NotImplementedError, 'Puppet::Util::ExecutionStub is not available here')
      def self.reset = nil
      def self.current_value = nil
    end

    module_function

    def which(name) = Marotte::Commands.which(name.to_s)
    def execute(...) = Execution.execute(...)
    def default_env = :posix
    def get_env(name, _mode = :posix) = ENV.fetch(name.to_s, nil)
    def get_environment(_mode = :posix) = ENV.to_h
    def set_env(name, value = nil, _mode = :posix) = ENV[name.to_s] = value
    def clear_environment(_mode = :posix) = ENV.clear

    def merge_environment(variables, _mode = :posix)
      variables.each { |name, value| ENV[name.to_s] = value }
    end

    # Runs the block with other variables.
    def withenv(variables, _mode = :posix)
      saved = ENV.to_h
      merge_environment(variables)
      yield
    ensure
      ENV.replace(saved)
    end

    def self.withumask(mask)
      previous = File.umask(mask)
      yield
    ensure
      File.umask(previous)
    end

    def benchmark(*arguments)
      message, level = arguments.pop, arguments.pop
      object = arguments.pop || (respond_to?(level) ? self : Puppet)
      started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      result = yield
      return result if level == :none

      seconds = Process.clock_gettime(Process::CLOCK_MONOTONIC) - started
      object.public_send(level, format(message, seconds: format('%0.2f', seconds)))
      seconds
    end

    def thinmark
      started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      yield
      Process.clock_gettime(Process::CLOCK_MONOTONIC) - started
    end

    def create_erb(text) = ERB.new(text, trim_mode: '-')
    def symbolizehash(hash) = hash.transform_keys { |key| key.respond_to?(:intern) ? key.intern : key }
    def deterministic_rand(seed, limit) = deterministic_rand_int(seed, limit).to_s
    def deterministic_rand_int(seed, limit) = Random.new(seed).rand(limit)

    def absolute_path?(path, platform = nil)
      unless path.is_a?(String)
        Puppet.warning("Cannot check if #{path} is an absolute path because it is a '#{path.class}' and not a String'")
        return false
      end
      platform == :windows ? path.match?(%r{\A(?:[A-Za-z]:[\\/]|[\\/]{2}[^\\/]+[\\/][^\\/]+)}) : path.match?(%r{^/})
    end

    def path_to_uri(path)
      path && URI::Generic.build(scheme: 'file', path: URI::DEFAULT_PARSER.escape(path))
    rescue StandardError => e
      raise Puppet::Error, "Failed to convert '#{path}' to URI: #{e.message}"
    end

    def uri_to_path(uri) = uri.is_a?(URI) ? uri_unescape(uri.path.encode(Encoding::UTF_8)) : nil
    def uri_query_encode(text) = text && ERB::Util.url_encode(text)
    def uri_unescape(text) = text.b.gsub(/%(\h\h)/) { [::Regexp.last_match(1)].pack('H2') }.force_encoding(Encoding::UTF_8)

    # Escapes a path with its query.
    def uri_encode(path, options = { allow_fragment: false })
      raise ArgumentError, 'path may not be nil' if path.nil?

      rest, mark, fragment = path.partition('#')
      rest, question, query = rest.partition('?')
      pairs = query.split('&').map { |pair| pair.split('=').map { |part| uri_query_encode(part) }.join('=') }.join('&')
      text = URI::DEFAULT_PARSER.escape(rest) + question + pairs
      mark.empty? ? text : text + (options[:allow_fragment] ? '#' : '%23') + uri_query_encode(fragment)
    end

    # Writes a file by way of a new one, whose mode is that of the old one or `default_mode`.
    def replace_file(file, default_mode, staging_location: nil, validate_callback: nil, &block)
      raise Puppet::DevError, 'replace_file requires a block' unless block

      mode = creation_mode(default_mode)
      file = Pathname.new(file)
      raise Errno::EISDIR, "Is a directory: #{file}" if file.directory?

      temporary = Puppet::FileSystem::Uniquefile.new(file.basename.to_s, staging_location || file.dirname.to_s)
      Puppet::Util.send(:fill, temporary, file, mode, &block)
      validate_callback&.call(temporary.path)
      File.rename(temporary.path, file.to_s)
      file
    ensure
      temporary&.close!
    end

    def exit_on_fail(message, code = 1)
      yield
    rescue StandardError => e
      Puppet.log_exception(e, "#{message}: #{e}")
      exit(code)
    end

    def skip_external_facts = yield

    def creation_mode(mode)
      return 0o644 if mode.nil?
      raise Puppet::DevError, "replace_file default_mode: #{mode} is invalid" unless Puppet::Util.valid_symbolic_mode?(mode)

      Puppet::Util.symbolic_mode_to_int(Puppet::Util.normalize_symbolic_mode(mode))
    end

    class << self
      # Defines a method for each level, which logs with the object as the source.
      def logmethods(target, use_self = true)
        Puppet::LEVELS.each do |level|
          target.define_method(level) do |*texts, &block|
            text = block ? block.call : texts.flatten.join(' ')
            Puppet.public_send(level, use_self ? "#{self}: #{text}" : text)
          end
        end
      end

      private

      def fill(temporary, file, mode)
        if file.exist?
          found = File.lstat(file)
          temporary.chown(found.uid, found.gid)
          mode = found.mode
        end
        yield temporary
        temporary.chmod(mode & 0o7777)
        temporary.flush
        temporary.close
      end
    end
  end
end
