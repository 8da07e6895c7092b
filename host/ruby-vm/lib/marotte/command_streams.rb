# frozen_string_literal: true

require 'stringio'

module Marotte
  # A command as Kernel#system, Kernel#spawn, IO.popen and Open3 receive it.
  class CommandLine
    attr_reader :command, :options

    def initialize(arguments, options = {})
      arguments = arguments.dup
      @options = arguments.last.is_a?(Hash) && arguments.length > 1 ? arguments.pop.merge(options) : options
      @environment = arguments.first.is_a?(Hash) ? arguments.shift : {}
      @command = words(arguments)
    end

    # Runs the command; where its output goes is decided by the options, else by `inherit`.
    def run(input: nil, merge: false, inherit: false)
      merge ||= merged?
      result = Commands.run(*command, environment: environment, directory: options[:chdir]&.to_s, input: input || read_input, merge: merge)
      write(result.output, target(:out, 1), inherit ? $stdout : nil)
      write(result.error, target(:err, 2), inherit ? $stderr : nil) unless merge
      result
    end

    private

    # A program with its name for the process is an Array.
    def words(arguments)
      arguments = [arguments.first.first, *arguments.drop(1)] if arguments.first.is_a?(Array)
      raise ArgumentError, 'wrong number of arguments (given 0, expected 1+)' if arguments.empty?

      arguments.map { |word| word.respond_to?(:to_path) ? word.to_path : word.to_str }
    end

    def environment
      return @environment unless options[:unsetenv_others]

      ENV.to_h.transform_values { nil }.merge(@environment)
    end

    # Returns the value of a redirection: its key can name several streams.
    def target(*names)
      options.each { |key, value| return value if names.intersect?(Array(key).map { |one| stream(one) }) }
      nil
    end

    def stream(value)
      case value
      when $stdout, $stderr, $stdin then [:in, :out, :err][value.fileno]
      when IO then value.fileno
      else value
      end
    end

    def merged?
      error = target(:err, 2)
      both = options.keys.any? { |key| key.is_a?(Array) && (key.map { |one| stream(one) } & [:err, 2]).any? && key.length > 1 }
      both || [[:child, :out], [:child, 1], :out, 1, $stdout].include?(error)
    end

    def read_input
      source = target(:in, 0)
      case source
      when nil, :close, File::NULL then nil
      when String then File.read(source)
      when Array then File.read(source.first)
      else source.read
      end
    end

    def write(text, target, otherwise)
      case target
      when nil then otherwise&.write(text)
      when :close, File::NULL, [:child, :out] then nil
      when String then File.write(target, text)
      when Array then File.open(*target) { |file| file.write(text) }
      when :out, 1 then $stdout.write(text)
      when :err, 2 then $stderr.write(text)
      else target.write(text)
      end
    end
  end

  # A command whose input is collected. It runs when its output or its status is requested first.
  class PendingCommand
    def initialize(line, merge: false)
      @line = line
      @merge = merge
      @input = +''
      @ended = false
    end

    attr_reader :input

    def result
      @result ||= @line.run(input: @input.empty? ? nil : @input, merge: @merge)
    end

    def write(text)
      raise Errno::EPIPE if @result

      @input << text
    end

    # What Process.detach and Open3.popen3 return for a process.
    def pid = 0
    def status = result.status
    alias value status
    def join(*) = result && self
    def alive? = @result.nil?
    def [](name) = name == :pid ? pid : nil
  end

  # The standard input of a pending command.
  class CommandInput < StringIO
    def initialize(pending)
      super(pending.input)
      @pending = pending
    end

    def write(*texts) = texts.sum { |text| @pending.write(text.to_s) && text.to_s.bytesize }
    def sync = true
  end

  # The standard output or error of a pending command: it reads like an IO.
  class CommandOutput
    def initialize(pending, part)
      @pending = pending
      @part = part
    end

    def closed? = @closed || false
    def close = (@closed = true) && nil
    def sync = true
    def sync=(value); end
    def binmode = self
    def set_encoding(*) = self
    def pid = 0

    def respond_to_missing?(name, *) = StringIO.method_defined?(name)

    def method_missing(name, ...)
      return super unless StringIO.method_defined?(name)
      raise IOError, 'closed stream' if closed?

      (@io ||= StringIO.new(@pending.result.public_send(@part))).public_send(name, ...)
    end
  end

  # What IO.popen returns.
  class CommandPipe < CommandOutput
    include Enumerable

    def initialize(line, mode)
      super(PendingCommand.new(line), :output)
      @writes = mode.match?(/w|\+/)
      @reads = !mode.start_with?('w')
      @pending.result unless @writes
    end

    %i[write print puts << printf putc].each do |name|
      define_method(name) do |*texts|
        raise IOError, 'not opened for writing' unless @writes

        buffer.public_send(name, *texts).then { |value| value.equal?(buffer) ? self : value }
      end
    end

    def each(...) = each_line(...)
    def flush = self
    def fsync = 0
    def close_write = nil
    def close_read = nil
    def eof? = method_missing(:eof?)

    # Ends the command. What it wrote is shown if nothing reads it.
    def close
      return if closed?

      result = @pending.result
      $stdout.write(result.output) unless @reads
      $stderr.write(result.error)
      Commands.last_status = result.status
      super
    end

    private

    def buffer = @buffer ||= CommandInput.new(@pending)
  end

  # Processes that were started by Kernel#spawn: they have ended already.
  module Spawned
    @results = {}
    @last = 0

    class << self
      def start(result)
        @last += 1
        @results[@last] = result.status
        @last
      end

      # Returns the process and its status.
      def wait(process)
        process = @results.keys.first if process.nil? || process.negative?
        status = @results.delete(process) or raise Errno::ECHILD
        Commands.last_status = status
        [process, status]
      end

      def any? = @results.any?
    end
  end

  # What Process.detach returns.
  Detached = Struct.new(:pid, :value) do
    def join(*) = self
    def alive? = false
  end
end
