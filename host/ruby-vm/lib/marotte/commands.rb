# frozen_string_literal: true

module Marotte
  # The result of a command, which is the value of `$?`.
  class CommandStatus < Process::Status
    attr_reader :pid

    def self.of(status, signal: nil, pid: nil)
      allocate.tap { |created| created.marotte_set(status, signal, pid) }
    end

    def marotte_set(status, signal, pid)
      @status = signal ? nil : status
      @signal = signal
      @pid = pid || 0
    end

    def exitstatus = @status
    def termsig = @signal
    def exited? = @signal.nil?
    def signaled? = !exited?
    def success? = exited? ? @status.zero? : nil
    def stopped? = false
    def stopsig = nil
    def coredump? = false
    def to_i = exited? ? @status << 8 : @signal
    def ==(other) = to_i == (other.is_a?(Process::Status) ? other.to_i : other)
    def to_s = exited? ? "pid #{pid} exit #{@status}" : "pid #{pid} SIG#{Signal.signame(@signal)} (signal #{@signal})"
    def inspect = "#<Process::Status: #{self}>"
  end

  # Runs commands. Everything that runs a command in Ruby ends here; the host decides whether it may run.
  module Commands
    # What a command returned, and whether it was ended at its time limit; `failure` is the exception if it could not be started.
    Result = Struct.new(:output, :error, :status, :timed_out, :failure)

    # Errors of the system of the host by their number, which is another one in the sandbox.
    ERRORS = { 1 => Errno::EPERM, 2 => Errno::ENOENT, 7 => Errno::E2BIG, 8 => Errno::ENOEXEC, 11 => Errno::EAGAIN, 12 => Errno::ENOMEM,
               13 => Errno::EACCES, 20 => Errno::ENOTDIR, 21 => Errno::EISDIR, 26 => Errno::ETXTBSY, 36 => Errno::ENAMETOOLONG,
               40 => Errno::ELOOP }.freeze

    # The variables of the interpreter, and where it starts. Commands get what code has changed.
    VARIABLES = ENV.to_h.freeze
    START = Dir.pwd

    @umask = 0o022

    class << self
      # The umask of commands and of files that are created.
      attr_accessor :umask

      # Runs a program with arguments, or a single text, which is read like the argument of `system`.
      def run(*words, environment: {}, timeout: nil, directory: nil, input: nil, **parts)
        words, shell = words_of(words)
        directory ||= Dir.pwd unless Dir.pwd == START
        parts = { command: words.map { |word| Values.encode(word.to_s) }, shell: shell, environment: changed(environment),
                  directory: directory, input: input && Values.encode(input), umask: umask, timeout: TimeLimit.least(timeout), **parts }
        result(words, Marotte.ask('execute', **parts.compact))
      end

      # Returns the path of a program in the directories of `PATH`, or nil.
      def which(name)
        return (name if File.file?(name) && File.executable?(name)) if name.start_with?('/')

        path = ENV.fetch('PATH', nil)
        Marotte.ask('which', name: name, path: path == VARIABLES['PATH'] ? nil : path)
      end

      # Raises the error of Ruby for a program that is missing. A shell has a status instead.
      def check(*words)
        words, shell = words_of(words)
        return if shell || which(words.first)

        raise (File.exist?(words.first) ? Errno::EACCES : Errno::ENOENT), words.first
      end

      # What `$?` and `Process.last_status` return.
      def last_status = $marotte_status # rubocop:disable Style/GlobalVars

      def last_status=(status)
        $marotte_status = status # rubocop:disable Style/GlobalVars
      end

      private

      # Splits a line unless it needs a shell.
      def words_of(words)
        return [words, false] unless words.length == 1
        return [words, true] if Shell.needed?(words.first)

        split = words.first.split(/[ \t]+/).reject(&:empty?)
        [split.empty? ? words : split, false]
      end

      # Returns the variables that differ from those of the interpreter. Those without a value are removed.
      def changed(environment)
        wanted = ENV.to_h.merge(environment.to_h { |name, value| [name.to_s, value&.to_s] })
        removed = (VARIABLES.keys - wanted.keys).to_h { |name| [name, nil] }
        changed = wanted.reject { |name, value| value ? VARIABLES[name] == value : !environment_names(environment).include?(name) }
        removed.merge(changed).transform_values { |value| value && Values.text(value) }
      end

      def environment_names(environment) = environment.keys.map(&:to_s)

      def result(words, answer)
        TimeLimit.expire if answer['timed_out']
        failure = answer['errno'] && ERRORS.fetch(answer['errno'], Errno::EIO).new(words.first)
        self.last_status = CommandStatus.of(failure ? 127 : answer['status'] || 1, signal: answer['signal'], pid: answer['pid'])
        Result.new(text(answer['output']), text(answer['error']), last_status, answer['timed_out'] || false, failure)
      end

      # Bytes that are not UTF-8 are passed in another form.
      def text(value)
        return +'' if value.nil?

        value.is_a?(Array) ? value[1].unpack1('m0').force_encoding(Encoding.default_external) : +value
      end
    end
  end

  # Rules about command lines.
  module Shell
    WORDS = %w[! . : break case continue do done elif else esac eval exec exit export fi for if in readonly return set shift then times trap
               unset until while].freeze

    # Returns whether Ruby passes a line to a shell.
    def self.needed?(line)
      line.match?(/[*?{}\[\]<>()~&|\\$;'`"\n#]/) || line.match?(%r{\A[ \t]*[^ \t/]*=}) || WORDS.include?(line[/\A[ \t]*([^ \t]+)/, 1])
    end
  end

  # Limits of time. They hold for commands and pauses, since no other code can be interrupted.
  module TimeLimit
    # How much later than its limit a command may seem to end before it.
    TOLERANCE = 0.05

    @limits = []

    class << self
      # Returns the value of the block, or that of `expired` if a command in it exceeds the limit.
      def within(seconds, expired)
        return yield(seconds) if seconds.nil? || !seconds.positive?

        tag = Object.new
        catch(tag) { return limited(seconds, tag) { yield(seconds) } }
        expired.call
      end

      # Hides the limits of outer requests: their blocks cannot be left through the host.
      def isolated
        outer = @limits
        @limits = []
        yield
      ensure
        @limits = outer
      end

      # Returns the seconds that a command may take, or nil if there is no limit.
      def least(limit = nil) = [limit, *@limits.map { |deadline, _| [deadline - now, TOLERANCE].max }].compact.min

      # Leaves the block whose time has passed, if there is one.
      def expire
        deadline, tag = @limits.min_by(&:first)
        throw tag if deadline && deadline <= now + TOLERANCE
      end

      # Pauses, at most until the first limit.
      def pause(seconds)
        yield(least(seconds))
        expire
      end

      private

      def limited(seconds, tag)
        @limits.push([now + seconds, tag])
        yield
      ensure
        @limits.pop
      end

      def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end
  end
end

require 'marotte/command_streams'
require 'marotte/command_methods'
