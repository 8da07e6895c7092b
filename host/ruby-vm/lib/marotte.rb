# frozen_string_literal: true

# The library for Ruby code of modules. It runs in the sandbox and is not trusted: everything that it asks of the host, code of a
# module could ask as well.

require 'js'
require 'json'

# The connection to the host.
module Marotte
  # Passes a text to the host and returns its text. The first character is the purpose.
  EVALUATE = JS.method(:eval)
  Object.send(:remove_const, :JS)

  # Writes JSON of any depth.
  GENERATOR = JSON::Ext::Generator::State.new(max_nesting: 0)

  # Raised by answers of the host. It carries the number under which the host keeps the original error, which is reported
  # if no code rescues it.
  module HostError
    attr_accessor :number
  end

  # Ends a function for `return`, `next` or `break` in a block of Puppet code. Code that rescues StandardError does not see it.
  class Unwind < Exception # rubocop:disable Lint/InheritException
    include HostError
  end

  # Ends a data function that does not find a key.
  class NotFound < Exception; end # rubocop:disable Lint/InheritException

  class << self
    # Handles the request of the host and sets the reply. Errors of Ruby code are part of the reply.
    def serve
      request = parse(EVALUATE.call('<').to_s)
      reply =
        begin
          %(={"value":#{json(Requests.handle(request))}})
        rescue Exception => e # rubocop:disable Lint/RescueException
          %(={"error":#{GENERATOR.generate(describe(e))}})
        end
      EVALUATE.call(reply)
    end

    # Asks the host and returns its answer.
    def ask(question, **parts)
      parts['do'] = question
      answer = parse(EVALUATE.call("?#{GENERATOR.generate(parts)}").to_s)
      fail_with(answer['error']) if answer.key?('error')
      answer['value']
    end

    # Asks the host for a value of the Puppet language.
    def value(question, **parts)
      Values.decode(ask(question, **parts))
    end

    # Returns the places of an error that concern code of modules.
    def trace(error)
      lines = Array(error.backtrace).map { |line| Values.text(line) }
      lines.reject { |line| line.start_with?('/marotte/', 'eval:', '-e:', '<internal:') || line.match?(/\A\(?eval/) }.first(20)
    end

    private

    # The parser is called directly: the options of JSON.parse take three times as long as a short text.
    def parse(text)
      JSON::Ext::Parser.parse(text, nil)
    rescue JSON::NestingError
      JSON.parse(text, max_nesting: false)
    end

    # Returns a value as JSON. The generator takes longer than a short call, so that it is not used for the simplest values.
    def json(value)
      case value
      when Integer, true, false then value.to_s
      when nil then 'null'
      else GENERATOR.generate(value)
      end
    end

    # Raises the error of an answer: the exception of Ruby code that was called meanwhile, if it is that one.
    def fail_with(error)
      raised = @described if @described && @described.message == error['message']
      raised ||= (error['unwinds'] ? Unwind : Requests::CLASSES.fetch(error['class'], Puppet::ParseError)).new(error['message'])
      @described = nil
      raised.extend(HostError)
      raised.number = error['number']
      raise raised
    end

    def describe(error)
      @described = error
      number = error.is_a?(HostError) ? error.number : nil
      { 'message' => Values.text(error.message), 'class' => error.class.name.to_s, 'number' => number, 'trace' => trace(error) }
    end
  end
end

require 'marotte/standard'

# Part of the standard library that modules use; loaded once, before the state of the interpreter is stored.
%w[date digest digest/sha1 digest/sha2 erb etc fileutils forwardable ipaddr ostruct pathname rubygems/version rubygems/requirement securerandom
   set shellwords singleton stringio strscan tempfile time tmpdir uri yaml].each do |name|
  require name
rescue LoadError
  # Reported when a module requires it.
end

require 'marotte/values'
require 'puppet/errors'
require 'puppet/settings'
require 'puppet/util'
require 'puppet/types'
require 'puppet/scope'
require 'marotte/types'
require 'marotte/sessions'
require 'puppet/resource_api'
require 'marotte/facts'
require 'facter'
require 'puppet/functions'
require 'puppet/parser_functions'
require 'marotte/requests'

# Everything that is loaded now stays: the garbage collector need not look at it again in a minor collection.
Process.warmup
