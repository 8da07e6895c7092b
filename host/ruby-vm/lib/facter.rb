# frozen_string_literal: true

# The interface of Facter for facts of modules.
module Facter
  VERSION = '4.3.0'

  # Ends the search for a value of a fact.
  class ResolveCustomFactError < StandardError; end

  # Log messages of facts.
  class Log
    # The names of levels for the host.
    LEVELS = { debug: 'debug', info: 'info', warn: 'warning', error: 'err' }.freeze

    @written = []

    class << self
      def on_message(&block) = @receiver = block
      def clear_messages = @written.clear

      def write(level, message)
        return @receiver.call(level, message) if @receiver

        Marotte.ask('log', level: LEVELS.fetch(level), message: Marotte::Values.text(message), source: 'Facter')
        nil
      end

      # Returns whether a message is logged the first time.
      def first?(level, message)
        return false if @written.include?([level, message])

        @written << [level, message]
        true
      end

      # Raises the error that Facter raises here instead of logging a reason.
      def fail_with(reason)
        raise NoMethodError, "undefined method `message' for #{reason.inspect}:String"
      end
    end

    def initialize(_logged) = nil
    def debug(message) = Facter.debugging? ? Log.write(:debug, message) : nil
    def info(message) = Log.write(:info, message)
    def warn(message) = Log.write(:warn, message)
    def error(message, _colorize = false) = Log.write(:error, message)
    def debugonce(message) = Facter.debugging? && Log.first?(:debug, message.to_s) ? debug(message.to_s) : nil
    def warnonce(message) = Log.first?(:warn, message.to_s) ? warn(message.to_s) : nil

    def log_exception(exception)
      Log.fail_with(exception) if exception.is_a?(String)
      error([exception.message, *(exception.backtrace if Facter.trace?)].join("\n"))
    end
  end

  # The value of a fact.
  class ResolvedFact
    attr_reader :name, :type
    attr_accessor :value, :user_query, :file

    def initialize(name, value = '', type = :core, user_query = nil)
      @name = name
      @value = Marotte::FactValues.with_text_keys(value)
      @type = type
      @user_query = user_query
    end

    def legacy? = type == :legacy
    def core? = type == :core
    def to_s = value.to_s
    def resolves?(query) = name == query
  end

  # Namespaces that modules extend.
  module Core; end

  module Util
    # Reads files that may be missing.
    class FileHelper
      class << self
        def safe_read(path, default = '') = readable?(path) ? File.read(path, encoding: Encoding::UTF_8) : default
        def safe_readlines(path, default = []) = readable?(path) ? File.readlines(path, encoding: Encoding::UTF_8) : default
        def dir_children(path) = Dir.children(path)

        private

        def readable?(path)
          return true if File.readable?(path)

          Log.new(self).debug("File at: #{path} is not accessible.")
          false
        end
      end
    end
  end
end

require 'marotte/fact_values'
require 'marotte/fact_commands'
require 'marotte/fact_resolutions'

module Facter
  class << self
    def version = VERSION

    # Adds a resolution to a fact.
    def add(name, options = {}, &block)
      options[:fact_type] = :custom
      Marotte::Facts.define(name, options).add(options, &block)
      false
    end

    # Defines a fact, or extends it.
    def define_fact(name, options = {}, &block)
      options[:fact_type] = :custom
      fact = Marotte::Facts.define(name, options)
      fact.instance_eval(&block) if block
      fact
    rescue StandardError => e
      Log.fail_with("Unable to add fact #{name}: #{e}")
    end

    # Returns a fact, or nil if it does not exist. The name may be followed by keys and indices, separated by dots.
    def fact(query) = Marotte::Facts.find(query.to_s.downcase)
    alias [] fact

    def value(query) = fact(query)&.value
    def to_hash = Marotte::Facts.all
    def list = to_hash.keys.sort

    def each(&block)
      to_hash.each(&block)
      self
    end

    # Removes the values of facts; what Facter.value returned stays the same.
    def flush = Marotte::Facts.flush

    # Removes all facts. Their files are loaded again on demand.
    def clear
      clear_messages
      Marotte::Facts.flush
      Marotte::Facts.clear(with_values: true)
    end

    def reset = Marotte::Facts.clear(with_values: false)

    # The host loads files on demand.
    def loadfacts = nil

    def search(*directories)
      search_path.concat(directories)
      nil
    end

    def search_path = Marotte::Facts.search_path

    def debugging? = @debugging || false
    def debugging(flag) = @debugging = flag
    def trace? = @trace || false
    def trace(flag) = @trace = flag
    def http_debug? = @http_debug || false
    def http_debug(flag) = @http_debug = flag
    def sequential? = true
    def enable_sequential = true
    def disable_sequential = false
    def on_message(&block) = Log.on_message(&block) && nil
    def clear_messages = Log.clear_messages && nil

    def debug(message) = log.debug(message.to_s)
    def debugonce(message) = log.debugonce(message)
    def warn(message) = log.warn(message.to_s)
    def warnonce(message) = log.warnonce(message)

    # Logs an error with a message, which may be that of the error.
    def log_exception(exception, message = nil)
      log.error(exception_text(exception, message))
    end

    # Returns the text of an error for the log.
    def exception_text(exception, message = nil)
      message = message.to_s.empty? ? nil : message.to_s
      return message || exception.to_s unless exception.is_a?(Exception)

      trace = trace? && exception.backtrace ? ['backtrace:', *exception.backtrace] : []
      [message || exception.message, *trace].join("\n")
    end

    %i[core_value resolve to_user_output puppet_facts search_external search_external_path load_external].each do |name|
      define_method(name) { |*| raise NotImplementedError, "Facter.#{name} is not supported here" }
    end

    private

    def log = @log ||= Log.new(self)

    # Facter reports methods that it does not have in this way.
    def method_missing(name, *arguments, &block)
      log.error("--#{name}-- not implemented but required \nwith params: #{arguments.inspect} \nwith block: #{block.inspect}  \n" \
                "called by:  \n#{caller} \n")
      nil
    end
  end

  # Names constants that the library does not have.
  module Missing
    def const_missing(name)
      raise NameError.new("uninitialized constant #{self.name}::#{name} (Marotte's library for Ruby code does not have it)",
                          name, receiver: self)
    end
  end

  [self, Core, Util, Core::Execution].each { |namespace| namespace.extend(Missing) }
end
