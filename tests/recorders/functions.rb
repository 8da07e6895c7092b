#!/usr/bin/env ruby
# frozen_string_literal: true

# Records results of real Puppet 7 for expressions. In each file of the command line, lines beginning with "> " are evaluated by the
# installed Puppet, each in its own process, and the results replace the lines below them.
#
#     ruby tests/recorders/functions.rb host/compiler/tests/functions/*.txt
#     ruby tests/recorders/functions.rb -e "join([1, 2], '-')"
#
# The variable MODULEPATH is the directory of modules; stdlib-*.txt are recorded with MODULEPATH=/usr/share/puppet/modules,
# except stdlib-9.txt and extlib.txt, which are recorded with a directory that has stdlib 9.7.0 and extlib 8.0.1-rc0.
#
# Results of an expression: a line "~ " for each log message, then a line "= value" or "! message". In values, strings are quoted as
# in JSON; values that JSON does not have are written as NAME("text"). Messages have neither positions nor the prefix for function
# calls.

ENV['TZ'] = 'UTC'
Encoding.default_external = Encoding::UTF_8

require 'json'
require 'tmpdir'
require 'fileutils'
require 'puppet'
require 'puppet/parser'
require 'puppet/parser/compiler'

module Puppet
  module Test
    # Puppet's log destination for arrays accepts only an object of this name.
    class LogCollector
      def initialize(logs)
        @logs = logs
      end

      def <<(line)
        @logs << line
      end
    end
  end
end

# Evaluates one expression.
class Recorder
  PLACE = /\s*\((?=file: |line: )(?:file: [^()]*?)?(?:, )?(?:line: \d+)?(?:, )?(?:column: \d+)?\)/.freeze
  # The place of a deprecation warning, which names the Ruby file that logs it.
  RUBY_PLACE = / at \["unknown", \d+\]:.*\z/m.freeze
  LEAD_IN = /\A(?:Evaluation Error: |Error while evaluating an? [^,]*, )/.freeze
  NODE = 'node1.example.com'
  FACTS = {
    'networking' => { 'fqdn' => 'Node1.example.com' }, 'fqdn' => 'Node1.example.com', 'interfaces' => 'eth0,lo',
    'ipaddress' => '10.0.0.1', 'ipaddress_eth0' => '10.0.0.1', 'ipaddress_lo' => '127.0.0.1',
    'operatingsystem' => 'Debian', 'operatingsystemmajrelease' => '12'
  }.freeze

  def initialize(expression)
    @expression = expression
    @logs = []
  end

  def lines
    Puppet[:code] = "notify { 'result': message => [#{@expression}] }"
    Puppet::Util::Log.level = :info
    Puppet::Util::Log.newdestination(Puppet::Test::LogCollector.new(@logs))
    result = begin
      "= #{show(compile.resource('Notify[result]')[:message].first)}"
    rescue StandardError, ScriptError, SystemStackError => e
      "! #{quiet(plain(e.message))}"
    end
    # Errors of the language are both logged and raised.
    said = @logs.reject { |log| log.level == :err && result.start_with?('! ') && quiet(plain(log.message)) == result[2..] }
    said.map { |log| "~ #{log.level} #{quiet(log.message)}" } + [result]
  end

  private

  def compile
    environment = Puppet::Node::Environment.create(:production, ENV.fetch('MODULEPATH', '').split(':'))
    loaders = Puppet::Pops::Loaders.new(environment, false, false)
    Puppet.override(environments: Puppet::Environments::Static.new(environment), current_environment: environment,
                    loaders: loaders, rich_data: true) do
      node = Puppet::Node.new(NODE, environment: environment, facts: Puppet::Node::Facts.new(NODE, FACTS.dup))
      node.merge(FACTS.dup)
      node.trusted_data = { 'authenticated' => 'local', 'certname' => NODE }
      Puppet::Parser::Compiler.compile(node)
    end
  end

  def plain(message)
    text = message.gsub(/ on node \S+\z/, '').gsub(PLACE, '')
    nil while text.sub!(LEAD_IN, '')
    text
  end

  def quiet(text)
    JSON.generate(text.to_s.gsub(PLACE, '').sub(RUBY_PLACE, ''))[1..-2].gsub('\\"', '"')
  end

  def show(value)
    case value
    when nil then 'undef'
    when :default then 'default'
    when true, false, Integer, Float then value.to_s
    when String then value.encoding == Encoding::BINARY && !value.ascii_only? ? "Bytes(#{value.unpack1('H*')})" : JSON.generate(value)
    when Array then "[#{value.map { |element| show(element) }.join(', ')}]"
    when Hash then "{#{value.map { |key, element| "#{show(key)} => #{show(element)}" }.join(', ')}}"
    when Regexp then "Regexp(#{JSON.generate(value.source)})"
    else rich(value)
    end
  end

  def rich(value)
    types = Puppet::Pops::Types
    case value
    when Puppet::Resource then "Reference(#{value})"
    when proc { |v| v.class.name == 'Puppet::DataTypes::Deferred' } then "Deferred(#{JSON.generate(value.name)}, #{show(value.arguments.to_a)})"
    when types::PSensitiveType::Sensitive then "Sensitive(#{show(value.unwrap)})"
    when types::PBinaryType::Binary then "Binary(#{JSON.generate(value.to_s)})"
    when types::Iterable then show(value.to_a)
    when types::PAnyType then "Type(#{JSON.generate(value.to_s)})"
    else "#{types::TypeCalculator.infer(value).simple_name}(#{JSON.generate(value.to_s)})"
    end
  end
end

def boot
  scratch = Dir.mktmpdir('recorder')
  owner = Process.pid
  at_exit { FileUtils.rm_rf(scratch) if Process.pid == owner }
  Puppet.initialize_settings(%W[--confdir #{scratch}/conf --vardir #{scratch}/var --codedir #{scratch}/code
                                --vendormoduledir= --basemodulepath= --color=false --certname #{Recorder::NODE}])
  Puppet.push_context(Puppet.base_context(Puppet.settings), 'recorder')
  Puppet.settings.use(:main)
  Recorder.new('1').lines
  Puppet::Util::Log.close_all
  GC.start
end

# Evaluates in a child process, so that warnings that Puppet logs only once are logged for each expression.
def record(expression)
  reader, writer = IO.pipe
  child = fork do
    reader.close
    writer.write(Recorder.new(expression).lines.join("\n"))
    writer.close
    exit!(0)
  end
  writer.close
  text = reader.read
  Process.wait(child)
  text.empty? ? ['! (no answer)'] : text.split("\n")
end

boot
if ARGV.first == '-e'
  ARGV.drop(1).each { |expression| puts "> #{expression}", record(expression) }
else
  ARGV.each do |file|
    kept = File.readlines(file, chomp: true).reject { |line| line.start_with?('~ ', '= ', '! ') }
    lines = kept.flat_map { |line| line.start_with?('> ') ? [line, *record(line[2..])] : [line] }
    File.write(file, "#{lines.join("\n")}\n")
  end
end
