#!/usr/bin/env ruby
# frozen_string_literal: true

# Records results of real Puppet 7 for data types, for the tests of host/datatype.
#
#   ruby tests/recorders/datatype.rb [DIRECTORY]     (default: host/datatype/tests/conformance)
#
# Each line of a file contains an input and its results, separated by tabs. This script evaluates the inputs with Puppet's type
# system and rewrites the results; to add an input, add a line with the input only. Lines that begin with # are comments. A result
# that begins with ! is the message of an error; x means an internal error of Puppet.
#
#   aliases.pp      type aliases that all inputs may use
#   access.tsv      expression, its value as text                  (evaluated by the language)
#   parse.tsv       text, its type                                 (parsed without evaluation)
#   forms.tsv       expression, generalized, normalized, expanded, element type when iterated
#   lattice.tsv     type, a digit for each type of the file: 1 if that type is assignable to it, 2 if they are also equal
#   values.tsv      value, its inferred type in short and in detail
#   instances.tsv   type, a digit for each value of values.tsv: 1 if it is an instance
#   common.tsv      value, value, their common type
#   mismatch.tsv    type, value, the message of the mismatch
#   parameters.tsv  parameters as a struct, given values as a hash, the error messages
#   calls.tsv       function of functions.pp, arguments as a list, the error message
#   functions.pp    the called functions
#   times.tsv       expression that formats a time or time span, its value
#   regexps.tsv     pattern (unquoted), text, the match and its groups
#   versions.tsv    version range, version, whether the range includes it
#   uris.tsv        base URI, reference, the resolved URI; then the parts of the reference

require 'tmpdir'
require 'puppet'
require 'puppet/parser'

# Evaluates inputs with Puppet's classes.
class Judge
  T = Puppet::Pops::Types

  def initialize(directory)
    @directory = directory
    scratch = Dir.mktmpdir('judge')
    Puppet.initialize_settings(%W[--confdir #{scratch}/conf --vardir #{scratch}/var --codedir #{scratch}/code
                                  --vendormoduledir= --basemodulepath= --color=false])
    Puppet.push_context(Puppet.base_context(Puppet.settings), 'judge')
    Puppet[:code] = File.read(file('aliases.pp')) + File.read(file('functions.pp'))
    env = Puppet::Node::Environment.create(:production, [], Puppet::Node::Environment::NO_MANIFEST)
    node = Puppet::Node.new('judge', environment: env)
    Puppet.push_context({ environments: Puppet::Environments::Static.new(env), current_environment: env,
                          loaders: Puppet::Pops::Loaders.new(env, false, false), rich_data: true }, 'judge')
    compiler = Puppet::Parser::Compiler.new(node)
    Puppet.push_context(compiler.context_overrides, 'judge')
    compiler.compile
    @scope = compiler.topscope
    @parser = Puppet::Pops::Parser::EvaluatingParser.new
    @loader = Puppet.lookup(:loaders).private_environment_loader
    @values = {}
  end

  def run
    columns('access.tsv', 1) { |(text)| [string(value("String(#{text})"))] }
    columns('parse.tsv', 1) { |(text)| [T::TypeParser.singleton.parse(text, @loader).to_s] }
    columns('forms.tsv', 1) do |(text)|
      t = value(text)
      [t.generalize, t.normalize, t.to_alias_expanded_s, t.iterable_type || '-'].map(&:to_s)
    end
    lattice
    columns('values.tsv', 1) { |(text)| [calculator.infer(value(text)), calculator.infer_set(value(text))].map(&:to_s) }
    instances
    columns('common.tsv', 2) { |(a, b)| [calculator.common_type(calculator.infer(value(a)), calculator.infer(value(b))).to_s] }
    columns('mismatch.tsv', 2) { |(type, v)| [T::TypeMismatchDescriber.singleton.describe_mismatch('it', value(type), calculator.infer_set(value(v)))] }
    columns('parameters.tsv', 2) do |(struct, given)|
      T::TypeMismatchDescriber.singleton.validate_parameters('D[x]', value(struct), value(given))
      ['-']
    end
    columns('calls.tsv', 2) do |(name, arguments)|
      function = @loader.load(:function, name)
      dispatcher = function.class.dispatcher
      args = value(arguments)
      found = dispatcher.dispatchers.any? { |d| d.type.callable_with?(args) }
      type = T::TypeCalculator.infer_set(args)
      [found ? '-' : T::TypeMismatchDescriber.describe_signatures(name, dispatcher.signatures, type)]
    end
    scalars
  end

  def scalars
    columns('times.tsv', 1) { |(text)| [string(value(text))] }
    columns('regexps.tsv', 2) do |(pattern, text)|
      found = Regexp.new(unescape(pattern)).match(unescape(text))
      [found ? found.to_a.map { |group| group.nil? ? '-' : "<#{group}>" }.join(' ') : 'nothing']
    rescue RegexpError
      ['refused']
    end
    columns('versions.tsv', 2) do |(range, version)|
      [SemanticPuppet::VersionRange.parse(range).include?(SemanticPuppet::Version.parse(version)).to_s]
    rescue ArgumentError
      ['refused']
    end
    columns('uris.tsv', 2) do |(base, reference)|
      uri = URI.parse(reference)
      parts = %i[scheme userinfo host port path query fragment opaque].map { |part| uri.send(part).inspect }
      [URI.parse(base).merge(uri).to_s, parts.join(' ')]
    rescue URI::Error
      ['refused']
    end
  end

  private

  def unescape(text)
    text.gsub(/\\(.)/) { { 'n' => "\n", 't' => "\t" }[$1] || $1 }
  end

  def calculator
    T::TypeCalculator.singleton
  end

  def file(name)
    File.join(@directory, name)
  end

  def value(text)
    @values[text] ||= [@parser.evaluate_string(@scope, text)]
    @values[text][0]
  end

  def string(value)
    value.is_a?(String) ? value : value.to_s
  end

  def escape(text)
    text.gsub('\\') { '\\\\' }.gsub("\n", '\\n').gsub("\t", '\\t')
  end

  def read(name)
    File.readlines(file(name), chomp: true)
  end

  def answered
    yield
  rescue NameError, SystemStackError
    ['x']
  rescue StandardError => e
    return ['x'] if e.message =~ /undefined|stack level/

    ["! #{e.message.sub(/ \(?(file: [^)]*)?(, )?line: \d+.*\z/m, '')}"]
  end

  # Rewrites the columns after the first `count` ones.
  def columns(name, count)
    lines = read(name).map do |line|
      next line if line.empty? || line.start_with?('#')

      questions = line.split("\t", -1).first(count)
      (questions + answered { yield questions }.map { |answer| escape(answer) }).join("\t")
    end
    File.write(file(name), "#{lines.join("\n")}\n")
  end

  def questions(name)
    read(name).reject { |line| line.empty? || line.start_with?('#') }.map { |line| line.split("\t").first }
  end

  def lattice
    types = questions('lattice.tsv').map { |text| value(text) }
    columns('lattice.tsv', 1) do |(text)|
      t = value(text)
      [types.map { |o| digit { t.assignable?(o) ? (t == o ? 2 : 1) : 0 } }.join]
    end
  end

  def instances
    values = questions('values.tsv').map { |text| value(text) }
    columns('instances.tsv', 1) do |(text)|
      t = value(text)
      [values.map { |v| digit { t.instance?(v) ? 1 : 0 } }.join]
    end
  end

  # `x` for an internal error of Puppet.
  def digit
    yield
  rescue StandardError, SystemStackError
    'x'
  end
end

Judge.new(ARGV[0] || File.join(__dir__, '../../host/datatype/tests/conformance')).run
