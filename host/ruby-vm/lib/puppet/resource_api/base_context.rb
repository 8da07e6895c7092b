# frozen_string_literal: true

module Puppet
  module ResourceApi
    # What providers receive: the declaration of their type and methods that log.
    class BaseContext
      attr_reader :type

      def initialize(definition)
        @type = definition.is_a?(Hash) ? TypeDefinition.new(definition) : definition
        return if @type.is_a?(BaseTypeDefinition)

        raise ArgumentError, 'BaseContext requires definition to be a child of Puppet::ResourceApi::BaseTypeDefinition, ' \
                             "not <#{definition.class}>"
      end

      def device = raise('Received device() on an unprepared BaseContext. Use a PuppetContext instead.')
      def transport = raise('No transport available.')
      def failed? = @failed
      def reset_failed = @failed = false

      def feature_support?(feature)
        Puppet.deprecation_warning('context.feature_support? is deprecated. Please use context.type.feature? instead.')
        type.feature?(feature)
      end

      # Log messages; the titles of resources can come first.
      LEVELS.each do |level|
        define_method(level) do |*texts|
          message = texts.last
          case texts.length
          when 1 then send_log(level, "#{@context || type.name}: #{message}")
          when 2 then send_log(level, "#{format_titles(texts.first)}: #{message}")
          else send_log(level, texts.join(', '))
          end
        end
      end

      # Changes of resources. An exception in the block is logged and marks the context as failed.
      %i[creating updating deleting].each do |method|
        define_method(method) do |titles, message: method.to_s.capitalize, &block|
          guarded(titles, message) do |clock|
            debug('Start')
            block.call
            notice("Finished in #{clock.elapsed} seconds")
          end
        end

        done = :"#{method.to_s.delete_suffix('ing')}ed"
        define_method(done) { |titles, message: done.to_s.capitalize| notice("#{message}: #{titles}") }
      end

      def failing(titles, message: 'Failing')
        guarded(titles, message) do |clock|
          debug('Start')
          yield
          warning("Finished failing in #{clock.elapsed} seconds")
        end
      end

      def processing(title, is, should, message: 'Processing')
        single(__method__, title)
        guarded(title, message, "Failed processing #{title}") do |clock|
          debug("Starting processing of #{title} from #{is} to #{should}")
          yield
          notice("Finished processing #{title} in #{clock.elapsed} seconds: #{should}")
        end
      end

      def processed(title, is, should)
        single(__method__, title)
        notice("Processed #{title} from #{is} to #{should}")
      end

      def attribute_changed(title, attribute, is, should, message: nil)
        single(__method__, title)
        change = "#{title}: attribute '#{attribute}' changed from #{printable(is)} to #{printable(should)}"
        notice(message ? "#{change}: #{message}" : change)
      end

      def failed(titles, message: 'Updating has failed')
        @context = format_titles(titles)
        err(message)
      ensure
        @context = nil
      end

      def log_exception(exception, message: 'Error encountered', trace: false)
        lines = trace ? Array(exception.backtrace) : []
        err(["#{message}: #{exception}", *lines].join("\n"))
      end

      def send_log(_level, _message)
        raise 'Received send_log() on an unprepared BaseContext. Use IOContext, or PuppetContext instead.'
      end

      private

      # The time since the beginning of a change.
      class Clock
        def initialize = @start = now

        def elapsed
          seconds = now - @start
          format(seconds < 1 ? '%.6f' : '%.2f', seconds)
        end

        private

        def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      end

      # Runs a block whose messages name the resources.
      def guarded(titles, message, failure = 'Failed')
        clock = Clock.new
        @context = [format_titles(titles), message].compact.join(': ')
        yield(clock)
      rescue StandardError => e
        log_exception(e, message: "#{failure} after #{clock.elapsed} seconds")
        @failed = true
      ensure
        @context = nil
      end

      def single(method, title)
        raise "#{method} only accepts a single resource title" if title.respond_to?(:each)
      end

      def format_titles(titles)
        return type.name if titles.empty? && !titles.is_a?(String)

        "#{type.name}[#{[titles].flatten.compact.join(', ')}]"
      end

      def printable(value)
        case value
        when nil, false then 'nil'
        when Numeric then value
        else "'#{value}'"
        end
      end
    end

    # The context of providers here.
    class PuppetContext < BaseContext
      # There are no remote devices.
      def device = raise('no device configured')
      def transport = device

      def log_exception(exception, message: 'Error encountered', trace: false)
        super(exception, message: message, trace: trace || Puppet[:trace])
      end

      protected

      def send_log(level, message) = Util::Log.create(level: level, message: message)
    end

    # A context that logs to an IO object.
    class IOContext < BaseContext
      attr_reader :transport

      def initialize(definition, target = $stderr, transport = nil)
        super(definition)
        @target = target
        @transport = transport
      end

      protected

      def send_log(level, message) = @target.puts("#{level}: #{message}")
    end
  end
end
