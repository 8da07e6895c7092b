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

  # Errors with a position, which the caller adds.
  module ExternalFileError; end

  class ParseError < Error
    include ExternalFileError
    attr_accessor :file, :line, :pos

    def initialize(message, file = nil, line = nil, pos = nil, original = nil)
      super(message, original)
      @file = file
      @line = line
      @pos = pos
    end
  end

  class ParseErrorWithIssue < ParseError; end
  class PreformattedError < ParseErrorWithIssue; end
  class ResourceError < Error; end
  class DevError < Error; end

  class DataBinding
    class LookupError < Error; end
  end

  class MissingCommand < Error; end
  class ExecutionFailure < Error; end

  module Util
    module Errors
      # Raises an error: the class of it may come first.
      def fail(*arguments)
        type = arguments.first.is_a?(Class) ? arguments.shift : Puppet::Error
        raise type, arguments.join(' ')
      end

      def devfail(message)
        raise DevError, message
      end
    end
  end
end
