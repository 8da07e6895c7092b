#!/usr/bin/env ruby
# frozen_string_literal: true

# Records results of Ruby's ERB. In each file of the command line, lines beginning with "> " are expressions, and lines beginning
# with ">> " are templates, quoted as in JSON. Each is rendered separately, and the result replaces the line below it.
#
#     ruby --disable=did_you_mean,error_highlight tests/recorders/erb.rb host/erb/tests/recorded/*.txt
#
# A result is "= RESULT", where RESULT is the value of the expression in Ruby's notation or the text of the template, quoted as in
# JSON; or "! CLASS: MESSAGE". The variables are in variables.json in the same directory.
#
# For tests/acceptance/debian-templates: `--variables FILE` generates variables for the templates whose paths are in FILE, according to
# their use; `--render VARIABLES DIRECTORY` renders the templates whose paths are on standard input.

require 'erb'
require 'ipaddr'
require 'json'
require 'set'
require 'shellwords'
require 'yaml'

module Puppet
  class Error < RuntimeError
  end

  # Puppet's class of errors in manifests.
  class ParseError < Error
  end

  module Parser
    # Replacement for Puppet's class of this name, in which a template is evaluated.
    class TemplateWrapper
      # Replacement for the scope of a manifest: variables by the last part of their name, and functions without effect.
      Scope = Struct.new(:variables) do
        def lookupvar(name)
          variables[name.split('::').last]
        end
        alias_method :[], :lookupvar

        def call_function(name, arguments = [])
          name == 'versioncmp' ? 1 : Array(arguments).first
        end

        def method_missing(name, *arguments)
          name.start_with?('function_') ? call_function(name.to_s.delete_prefix('function_'), arguments.first) : super
        end

        def respond_to_missing?(name, *)
          name.start_with?('function_')
        end
      end

      attr_reader :scope

      def initialize(variables)
        @scope = Scope.new(Marshal.load(Marshal.dump(variables)))
        variables.each { |name, value| instance_variable_set("@#{name}", Marshal.load(Marshal.dump(value))) }
      end

      def render(template)
        ERB.new(template, trim_mode: '-').result(binding)
      end

      def inspect
        '#<Puppet::Parser::TemplateWrapper>'
      end
    end
  end
end

# Renders one template.
def render(variables, template)
  Puppet::Parser::TemplateWrapper.new(variables).render(template)
end

def record(variables, template, is_expression)
  result = render(variables, template)
  "= #{is_expression ? result : JSON.generate(result)}"
rescue SyntaxError
  '! SyntaxError'
rescue StandardError, SystemStackError => e
  "! #{e.class}: #{JSON.generate(e.message.gsub(/:0x\h+( [^>]*)?/, ''))[1..-2].gsub('\\"', '"')}"
end

# Generates a value for each variable of the templates, according to its use.
def made_up(paths)
  text = paths.map { |path| File.read(path, encoding: 'UTF-8').scrub }.join("\n")
  names = text.scan(/@([a-z_]\w*)|lookupvar\(['"](?:\w*::)*(\w+)|scope\[['"](?:\w*::)*(\w+)/).flatten.compact.uniq.sort
  names.to_h do |name|
    use = /(?:@|::|['"])#{name}['"\])]*/
    value = case text
            when /#{use}(?:\.sort(?:_by)?)?(?:\.\w+)*\.(?:each|map|collect)(?:_pair)?\s*(?:do|\{)\s*\|\s*\w+\s*,/ then { 'b' => 'two', 'a' => 1 }
            when /#{use}\.(?:keys|has_key|each_pair|values)/ then { 'b' => 'two', 'a' => 1 }
            when /#{use}\[['"]/ then { 'enabled' => true, 'name' => 'x' }
            when /#{use}\.(?:each|join|map|collect|sort|flatten|any|compact|include|each_with_index)/ then %w[two one]
            when /#{use}\s*(?:>|<|\+|\*|\.to_i|\.round)/ then 7
            else name.length.even? ? "#{name}-value" : true
            end
    [name, value]
  end
end

case ARGV.first
when '--variables'
  puts JSON.pretty_generate(made_up(File.readlines(ARGV[1], chomp: true)))
  exit
when '--render'
  variables = JSON.parse(File.read(ARGV[1]))
  $stdin.each_line(chomp: true).with_index do |path, index|
    text = File.read(path, encoding: 'UTF-8').scrub
    File.write(File.join(ARGV[2], "#{index}.text"), render(variables, text))
  rescue StandardError, ScriptError => e
    File.write(File.join(ARGV[2], "#{index}.fault"), "#{e.message}\n")
  end
  exit
end

ARGV.each do |file|
  variables = JSON.parse(File.read(File.join(File.dirname(file), 'variables.json')))
  kept = File.readlines(file, chomp: true).reject { |line| line.start_with?('= ', '! ') }
  lines = kept.flat_map do |line|
    case line
    when /\A> (.*)/ then [line, record(variables, "<%= (#{Regexp.last_match(1)}).inspect %>", true)]
    when /\A>> (.*)/ then [line, record(variables, JSON.parse(Regexp.last_match(1)), false)]
    else [line]
    end
  end
  File.write(file, "#{lines.join("\n")}\n")
end
