# frozen_string_literal: true

# Methods of Ruby that run commands: they run on the host.

require 'English'
require 'open3'
require 'timeout'

$marotte_status = nil # rubocop:disable Style/GlobalVars
alias $? $marotte_status # rubocop:disable Style/GlobalVars, Style/SpecialGlobalVars
alias $CHILD_STATUS $marotte_status # rubocop:disable Style/GlobalVars

# Commands run on the host.
module Kernel
  def system(*arguments, exception: false, **options)
    result = Marotte::CommandLine.new(arguments, options).run(inherit: true)
    raise result.failure if exception && result.failure
    raise "Command failed with exit #{result.status.exitstatus}: #{arguments.grep(String).first}" if exception && !result.status.success?

    result.failure ? nil : result.status.success?
  end

  def `(line)
    result = Marotte::CommandLine.new([line]).run
    $stderr.write(result.error)
    raise result.failure if result.failure

    result.output
  end

  # Runs a command to its end; Process.wait returns its status.
  def spawn(*arguments, **options)
    result = Marotte::CommandLine.new(arguments, options).run(inherit: true)
    raise result.failure if result.failure

    Marotte::Spawned.start(result)
  end

  def exec(*arguments, **) = raise(NotImplementedError, "Ruby code cannot replace the process here: #{arguments.grep(String).join(' ')}")
  def fork = raise(NotImplementedError, 'Ruby code cannot fork here')

  def open(path, mode = 'r', *arguments, **options, &block)
    return path.to_open(mode, *arguments, **options, &block) if path.respond_to?(:to_open)
    return IO.popen(path.to_s.delete_prefix('|').strip, mode, &block) if path.to_s.start_with?('|')

    File.open(path, mode, *arguments, **options, &block)
  end

  alias marotte_sleep sleep
  private :marotte_sleep

  def sleep(seconds = nil)
    raise NotImplementedError, 'Ruby code cannot sleep without end here' if seconds.nil?

    Marotte::TimeLimit.pause(seconds) { |time| marotte_sleep(time) }
    seconds.round
  end

  module_function :system, :`, :spawn, :exec, :fork, :open, :sleep
end

class IO
  def self.popen(*arguments, **options)
    environment = arguments.first.is_a?(Hash) ? [arguments.shift] : []
    command, mode = arguments
    raise NotImplementedError, 'Ruby code cannot fork here' if command == '-'

    words = environment + (command.is_a?(Array) ? command : [command])
    pipe = Marotte::CommandPipe.new(Marotte::CommandLine.new(words, options.except(:mode)), (mode || options[:mode] || 'r').to_s)
    return pipe unless block_given?

    begin
      yield pipe
    ensure
      pipe.close
    end
  end
end

module Process
  class << self
    def last_status = Marotte::Commands.last_status
    def wait(process = -1, _flags = 0) = Marotte::Spawned.wait(process).first
    def wait2(process = -1, _flags = 0) = Marotte::Spawned.wait(process)
    alias waitpid wait
    alias waitpid2 wait2

    def waitall
      all = []
      all << wait2 while Marotte::Spawned.any?
      all
    end

    def detach(process) = Marotte::Detached.new(process, Marotte::Spawned.wait(process).last)
    def spawn(...) = Kernel.spawn(...)
    def fork = Kernel.fork
    def exec(...) = Kernel.exec(...)
    def daemon(*) = fork

    # Sends a signal with the command `kill`.
    def kill(signal, *processes)
      signal = signal.to_s.delete_prefix('SIG')
      processes.each do |process|
        result = Marotte::Commands.run('kill', "-#{signal}", process.to_s)
        next if result.status.success?
        raise Errno::EPERM if result.error.match?(/not permitted/i)

        raise Errno::ESRCH
      end
      processes.length
    end
  end
end

module Timeout
  class << self
    def timeout(seconds, error = nil, message = nil, &block)
      expired = -> { raise(error || Timeout::Error, message || 'execution expired') }
      Marotte::TimeLimit.within(seconds, expired, &block)
    end
  end

  private

  def timeout(...) = Timeout.timeout(...)
end

# Commands with separate streams.
module Open3
  class << self
    def capture3(*arguments, stdin_data: '', binmode: false, **options)
      result = run(arguments, stdin_data, options, false)
      [result.output, result.error, result.status]
    end

    def capture2(*arguments, stdin_data: '', binmode: false, **options)
      result = run(arguments, stdin_data, options, false)
      $stderr.write(result.error)
      [result.output, result.status]
    end

    def capture2e(*arguments, stdin_data: '', binmode: false, **options)
      result = run(arguments, stdin_data, options, true)
      [result.output, result.status]
    end

    def popen3(*arguments, **options, &block)
      pending = Marotte::PendingCommand.new(Marotte::CommandLine.new(arguments, options))
      pass(pending, [:output, :error], &block)
    end

    def popen2(*arguments, **options, &block)
      pass(Marotte::PendingCommand.new(Marotte::CommandLine.new(arguments, options)), [:output], &block)
    end

    def popen2e(*arguments, **options, &block)
      pass(Marotte::PendingCommand.new(Marotte::CommandLine.new(arguments, options), merge: true), [:output], &block)
    end

    %i[pipeline pipeline_r pipeline_w pipeline_rw pipeline_start].each do |name|
      define_method(name) do |*|
        raise NotImplementedError, "Open3.#{name} is not available here (Marotte's library for Ruby code does not have it)"
      end
    end

    private

    def run(arguments, input, options, merge)
      input = input.to_s
      result = Marotte::CommandLine.new(arguments, options).run(input: input.empty? ? nil : input, merge: merge)
      raise result.failure if result.failure

      result
    end

    def pass(pending, parts)
      streams = [Marotte::CommandInput.new(pending), *parts.map { |part| Marotte::CommandOutput.new(pending, part) }, pending]
      return streams unless block_given?

      yield(*streams).tap { pending.result }
    end
  end

  %i[capture3 capture2 capture2e popen3 popen2 popen2e].each do |name|
    define_method(name) { |*arguments, **options, &block| Open3.public_send(name, *arguments, **options, &block) }
    private name
  end
end
