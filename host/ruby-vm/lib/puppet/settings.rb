# frozen_string_literal: true

module Puppet
  # The settings of the host.
  class Settings
    def [](name)
      Marotte.value('setting', name: name.to_s)
    end

    def value(name, _environment = nil) = self[name]
    def setting(name) = self[name]
    def values(_environment, section) = Section.new(section)
    def global_defaults_initialized? = true

    # The values of a section, which the host takes into account if it can.
    class Section
      def initialize(section)
        @section = section
      end

      def interpolate(name) = Marotte.value('setting', name: name.to_s, section: @section.to_s)
      alias lookup interpolate
    end
  end

  LEVELS = %i[debug info notice warning err alert emerg crit].freeze

  class << self
    def settings
      @settings ||= Settings.new
    end

    def [](name) = settings[name]

    def []=(name, _value)
      raise Puppet::Error, "Ruby code cannot change the setting '#{name}' here"
    end

    # Returns an object of the context.
    def lookup(name)
      case name.to_sym
      when :current_environment then Puppet::Node::Environment.current
      when :root_environment then Puppet::Node::Environment.current
      when :loaders then Loaders
      else raise Puppet::Error, "Puppet.lookup(:#{name}) is not supported here"
      end
    end

    LEVELS.each do |level|
      define_method(level) do |*texts, &block|
        Marotte.ask('log', level: level.to_s, message: Marotte::Values.text(block ? block.call(*texts) : texts.join(' '))) && nil
      end
    end

    def warn_once(_kind, key, message, file = nil, line = nil, *)
      @warned ||= {}
      place = { file: file, line: line }.compact.map { |part, value| "#{part}: #{value}" }.join(', ')
      message = "#{message}\n   (#{place})" unless place.empty?
      warning(message) unless @warned[key]
      @warned[key] = true
    end

    def deprecation_warning(message, key = message)
      warn_once('deprecations', key, message)
    end

    def log_exception(error, message = nil)
      err(message || error.message)
    end

    def version = Marotte.ask('version')
    def features = Features
    def run_mode = RunMode
    def initialize_settings(*) = nil
  end

  # The host finds types and functions by itself.
  module Loaders
    def self.private_environment_loader = nil
    def self.public_environment_loader = nil
    def self.find_loader(_module = nil) = nil
  end

  # What the process is used for.
  module RunMode
    def self.name = :user
    def self.server? = false
    def self.master? = false
    def self.agent? = false
  end

  # Optional libraries.
  module Features
    PRESENT = %i[root? posix? json? yaml? msgpack? puppet_version? rdoc?].to_h { |name| [name, %i[root? posix? json? yaml?].include?(name)] }.freeze

    def self.method_missing(name, *)
      name.end_with?('?') ? PRESENT.fetch(name, false) : super
    end

    def self.respond_to_missing?(name, *) = name.end_with?('?') || super
  end

  class << self
    def version_at_least?(wanted) = Gem::Version.new(version) >= Gem::Version.new(wanted)
  end

  # Methods that log, for classes that include it.
  module Util
    module Logging
      LEVELS.each do |level|
        define_method(level) { |*texts, &block| send_log(level, block ? block.call(*texts) : texts.join(' ')) }
      end

      # Logs a message with its source: the path of a resource or attribute, else the text form of the object.
      def send_log(level, message)
        level = { verbose: :info }.fetch(level.to_sym, level)
        Marotte.ask('log', level: level.to_s, message: Marotte::Values.text(message), source: Marotte::Values.text(log_source)) && nil
      end

      def log_exception(error, message = nil, options = {}) = send_log(options[:level] || :err, message || error.message)

      def log_and_raise(error, message)
        log_exception(error, message)
        raise error, "#{message}\n#{error}", error.backtrace
      end

      def deprecation_warning(message, key = message) = Puppet.deprecation_warning(message, key)
      def warn_once(*arguments) = Puppet.warn_once(*arguments)

      private

      def log_source = respond_to?(:path) && (is_a?(Puppet::Type) || is_a?(Puppet::Parameter)) ? path : to_s
    end
  end
end

# The version of Puppet, which some code reads as a constant.
module Puppet
  def self.const_missing(name)
    return version if name == :PUPPETVERSION

    raise NameError.new("uninitialized constant Puppet::#{name} (Marotte's library for Ruby code does not have it)", name, receiver: self)
  end
end
