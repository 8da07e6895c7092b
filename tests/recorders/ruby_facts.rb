# frozen_string_literal: true

# Records what Facter does with the facts of `DIR/modules/*/lib/facter/*.rb`: run as `ruby tests/recorders/ruby_facts.rb tests/ruby/facts`. It writes
# `DIR/system.json`, the built-in facts that the cases use, and `DIR/expected.json`:
#
#     {"module/file.rb": {"values": {name: value}, "messages": [[level, text]], "raises": {name: text}}}
#
# Each file is evaluated in a process of its own, in which all files of its module are loaded. The values are those that manifests
# have. `raises` has the facts whose evaluation ends Facter. Levels are those of Puppet.

require 'json'
require_relative 'normal'

# The built-in facts that cases use.
SYSTEM = %w[kernel os osfamily operatingsystem hardwaremodel facterversion id timezone].freeze
LEVELS = { debug: 'debug', info: 'info', warn: 'warning', error: 'err' }.freeze

# Messages about the work of Facter itself.
INTERNAL = Regexp.union(['Searching fact: ', 'resolving fact with', 'Loading ', 'Load only', 'List of resolvable facts', 'fact "',
                         'Resolving fact', 'Facter version', 'blocking collection'].map { |start| /\A#{Regexp.escape(start)}/ })

# Evaluates the facts of a file.
class Recorder
  def initialize(directory, file)
    @normal = Normal.new(directory)
    @module_directory = File.join(directory, 'modules', file.split('/').first, 'lib')
    @file = File.join(@module_directory, 'facter', file.split('/').last)
    @names = []
    @messages = []
    @raises = {}
  end

  def record
    Facter.load_external(false)
    watch
    $LOAD_PATH.unshift(@module_directory)
    Facter.debugging(true)
    Facter.search(File.join(@module_directory, 'facter'))
    @loading = true
    Facter.loadfacts
    @loading = false
    { 'values' => values, 'messages' => @messages, 'raises' => @raises }.reject { |name, part| name == 'raises' && part.empty? }
  end

  private

  # Records which facts the file adds, and the messages that are not about built-in facts.
  def watch
    recorder = self
    adding = Module.new do
      %i[add define_fact].each do |name|
        define_method(name) do |fact, *rest, &block|
          recorder.added(fact)
          super(fact, *rest, &block)
        end
      end
    end
    Facter.singleton_class.prepend(adding)
    LegacyFacter::Util::Loader.prepend(Module.new { define_method(:kernel_load) { |file| recorder.loading(file) { super(file) } } })
    Facter::InternalFactManager.prepend(Module.new { define_method(:resolve_facts) { |facts| recorder.quietly { super(facts) } } })
    Facter.on_message { |level, text| recorder.message(level, text) }
  end

  public

  def added(name)
    @names |= [name.to_s.downcase] if @current == @file
  end

  def loading(file)
    outer = @current
    @current = file
    yield
  ensure
    @current = outer
  end

  def quietly
    @quiet = @quiet.to_i + 1
    yield
  ensure
    @quiet -= 1
  end

  def message(level, text)
    text = text.to_s
    return if @quiet.to_i.positive? || (level == :debug && text.match?(INTERNAL))
    failed = text[/\A(?:error while resolving custom facts in|Error loading fact) (\S+?\.rb)/, 1]
    return if failed ? failed != @file : @loading && @current != @file

    @messages << [LEVELS.fetch(level), @normal.text(text)]
    nil
  end

  private

  def values
    @names.to_h { |name| [name, value(name)] }
  end

  # Evaluates a fact, and converts its value as Puppet does for manifests.
  def value(name)
    found = Facter.value(name)
    found.nil? ? nil : @normal.value(Puppet::Node::Facts.new('node', 'value' => found).sanitize['value'])
  rescue Exception => e # rubocop:disable Lint/RescueException
    @raises[name] = @normal.text("#{e.class}: #{e.message}")
    nil
  end
end

def main(directory)
  directory = File.expand_path(directory)
  environment = { 'PATH' => "#{directory}/commands:/usr/bin:/bin", 'LANG' => 'C.UTF-8', 'LC_ALL' => nil, 'TZ' => 'UTC' }
  files = Dir.glob("#{directory}/modules/*/lib/facter/*.rb").sort
  record = ->(*words) { IO.popen([environment, 'ruby', __FILE__, directory, *words], &:read) }
  File.write("#{directory}/system.json", record.call('--system'))
  expected = files.to_h do |file|
    name = "#{file[%r{modules/([^/]+)/}, 1]}/#{File.basename(file)}"
    [name, JSON.parse(record.call(name).lines.last, allow_nan: true)]
  end
  File.write("#{directory}/expected.json", "#{JSON.pretty_generate(expected)}\n")
  facts, messages = %w[values messages].map { |part| expected.sum { |_, parts| parts[part].length } }
  puts "#{files.length} files, #{facts} facts, #{messages} messages"
end

if ARGV.length == 2
  require 'facter'
  require 'puppet'
  if ARGV[1] == '--system'
    Facter.on_message { |*| nil }
    puts JSON.pretty_generate(Facter.to_hash.slice(*SYSTEM))
  else
    puts JSON.generate(Recorder.new(*ARGV).record)
  end
else
  main(*ARGV)
end
