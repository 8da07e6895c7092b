# frozen_string_literal: true

# The interfaces of Puppet for code of modules.
module Puppet
  # Error with the error that caused it.
  class Error < RuntimeError
    attr_accessor :original

    def initialize(message, original = nil)
      super(message)
      @original = original
    end
  end

  # Errors with a position, which the caller adds. The error that caused one can be in place of the file.
  module ExternalFileError
    attr_accessor :file, :line, :pos

    def initialize(message, file = nil, line = nil, pos = nil, original = nil)
      file, original = nil, file if file.is_a?(Exception)
      super(message, original)
      @file = file
      @line = line
      @pos = pos
    end
  end

  class ParseError < Error
    include ExternalFileError
  end

  class ParseErrorWithIssue < ParseError; end
  class PreformattedError < ParseErrorWithIssue; end

  class ResourceError < Error
    include ExternalFileError
  end

  class DevError < Error
    include ExternalFileError
  end

  class DataBinding
    class LookupError < Error; end
  end

  class MissingCommand < Error; end
  class ExecutionFailure < Error; end

  module Util
    # Methods that raise errors.
    module Errors
      # Raises an error. Its class may come first, the error that caused it last.
      def fail(*arguments)
        type = arguments.first.is_a?(Class) ? arguments.shift : Puppet::Error
        cause = arguments.length > 1 ? arguments.pop : nil
        raise adderrorcontext(type.new(arguments.join(' ')), cause)
      end

      def devfail(message) = fail(DevError, message)

      # Adds the place of a resource and the trace of the cause to an error.
      def adderrorcontext(error, cause = nil)
        %i[line file].each do |part|
          next unless error.respond_to?(:"#{part}=") && respond_to?(part)

          error.public_send(:"#{part}=", error.public_send(part) || public_send(part))
        end
        error.set_backtrace(cause.backtrace) if cause.respond_to?(:backtrace) && cause.backtrace
        error
      end

      # Converts errors of the block to errors of Puppet.
      def exceptwrap(options = {})
        yield
      rescue Puppet::Error => e
        raise adderrorcontext(e)
      rescue StandardError => e
        message = options[:message] || "#{self.class} failed with error #{e.class}: #{e}"
        raise adderrorcontext((options[:type] || Puppet::DevError).new(message), e)
      end

      def error_context = Errors.error_location_with_space(file, line)

      class << self
        # Returns the text form of a place.
        def error_location(file, line = nil, column = nil)
          parts = { file: file, line: line, column: column }.reject { |_, part| part.nil? || part == '' }
          parts.delete(:column) unless parts.key?(:line)
          parts.empty? ? '' : "(#{parts.map { |name, part| "#{name}: #{part}" }.join(', ')})"
        end

        def error_location_with_space(file, line = nil, column = nil)
          text = error_location(file, line, column)
          text.empty? ? '' : " #{text}"
        end
      end
    end
  end
end
