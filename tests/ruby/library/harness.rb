# frozen_string_literal: true

# Runs the library with native Ruby: stands in for the host. Load it before anything else:
#
#   require_relative 'harness'              # loads the library (host/ruby-vm/lib)
#   Harness.answer('question') { |parts| value }       # adds or replaces an answer; parts is a Hash with String keys
#   Harness.request('describe_types', 'files' => [..]) # → value of the reply; raises Harness::Failure with an error
#   Harness.logs                            # → [[level, message], …] that `log` received
#   Harness.asked                           # → {question => count}
#
# Errors to raise in an answer: `raise Harness::Failure.new(message, class)`.

require 'json'
require 'open3'
require 'etc'
require 'fileutils'
require 'timeout'
require 'tempfile'
require 'tmpdir'

module Harness
  # An error of the host or of a reply.
  class Failure < StandardError
    attr_reader :error_class, :trace

    def initialize(message, error_class = '', trace = [])
      super(message)
      @error_class = error_class
      @trace = trace
    end
  end

  # Methods of Ruby as they are before the library replaces them.
  NATIVE = { spawn: Process.method(:spawn), wait2: Process.method(:wait2), stat: File.method(:stat), lstat: File.method(:lstat),
             chmod: File.method(:chmod), chown: File.method(:chown), lchown: File.method(:lchown), user: Etc.method(:getpwnam),
             user_by_id: Etc.method(:getpwuid), group: Etc.method(:getgrnam), group_by_id: Etc.method(:getgrgid), passwd: Etc.method(:passwd),
             groups: Etc.method(:group), kill: Process.method(:kill), expand: File.method(:expand_path),
             executable: File.method(:executable?), read: File.method(:binread), write: File.method(:binwrite),
             pid: Process.method(:pid), uid: Process.method(:uid), gid: Process.method(:gid) }.freeze

  @answers = {}
  @logs = []
  @asked = Hash.new(0)
  @paths = ENV['PATH'].to_s.split(':')

  class << self
    attr_reader :logs, :asked, :answers

    def answer(question, &block) = @answers[question] = block

    # Sends a request to the library and returns the value of its reply.
    def request(kind, parts = {})
      previous = [@request, @reply]
      @request = JSON.generate(parts.transform_keys(&:to_s).merge('do' => kind), max_nesting: 0)
      @reply = nil
      Marotte.serve
      reply = JSON.parse(@reply, max_nesting: false)
      error = reply['error'] and raise Failure.new(error['message'], error['class'], error['trace'])
      reply['value']
    ensure
      @request, @reply = previous
    end

    # What JS.eval does.
    def evaluate(text)
      case text[0]
      when '<' then @request
      when '=' then (@reply = text[1..]) && ''
      when '?' then reply_to(JSON.parse(text[1..], max_nesting: false))
      else raise "unknown purpose #{text[0]}"
      end
    end

    def reply_to(parts)
      name = parts.delete('do')
      @asked[name] += 1
      block = @answers[name] or raise Failure, "The harness has no answer for the question #{name} #{parts.inspect}"
      JSON.generate({ 'value' => block.call(parts) }, max_nesting: 0)
    rescue Failure, ArgumentError, SystemCallError => e
      JSON.generate({ 'error' => { 'message' => e.message, 'class' => e.is_a?(Failure) ? e.error_class : '' } })
    end

    # Texts of a command.
    def text(bytes)
      copy = bytes.dup.force_encoding(Encoding::UTF_8)
      copy.valid_encoding? ? copy : ['b', [bytes].pack('m0')]
    end

    def execute(parts)
      words = parts['command']
      command = parts['shell'] ? ['/bin/sh', '-c', words.first] : words
      directory = Dir.mktmpdir('harness')
      files = %w[in out err].to_h { |name| [name, "#{directory}/#{name}"] }
      input = parts['input']
      input = input[1].unpack1('m0') if input.is_a?(Array)
      NATIVE[:write].call(files['in'], input.to_s)
      options = { in: files['in'], out: files['out'], err: parts['merge'] ? %i[child out] : files['err'], pgroup: true, umask: parts['umask'] || 0o022 }
      options[:chdir] = parts['directory'] if parts['directory']
      environment = (parts['environment'] || {}).transform_values { |value| value&.to_s }
      begin
        process = NATIVE[:spawn].call(environment, [command.first, command.first], *command.drop(1), **options)
      rescue SystemCallError => e
        return { 'status' => 127, 'output' => '', 'error' => '', 'errno' => e.errno }
      end
      status, timed_out = wait(process, parts['timeout'])
      { 'status' => status.exitstatus, 'signal' => status.termsig, 'timed_out' => timed_out,
        'output' => text(NATIVE[:read].call(files['out'])),
        'error' => parts['merge'] ? '' : text(NATIVE[:read].call(files['err'])) }.compact
    ensure
      FileUtils.rm_rf(directory) if directory
    end

    # Waits for a process and ends its group if it takes too long.
    def wait(process, seconds)
      limit = seconds && (Process.clock_gettime(Process::CLOCK_MONOTONIC) + seconds)
      return [NATIVE[:wait2].call(process).last, nil] unless limit

      loop do
        done = NATIVE[:wait2].call(process, Process::WNOHANG)
        return [done.last, nil] if done
        if Process.clock_gettime(Process::CLOCK_MONOTONIC) > limit
          NATIVE[:kill].call(:KILL, -process)
          return [NATIVE[:wait2].call(process).last, true]
        end
        IO.select(nil, nil, nil, 0.005)
      end
    end

    def which(name)
      return (NATIVE[:executable].call(name) && !File.directory?(name) ? name : nil) if name.include?('/')

      (ENV['PATH'] || @paths.join(':')).split(':').map { |path| "#{path}/#{name}" }.find { |path| NATIVE[:executable].call(path) && !File.directory?(path) }
    end

    KINDS = { 'file' => 'file', 'directory' => 'directory', 'link' => 'symlink', 'fifo' => 'fifo', 'socket' => 'socket',
              'characterSpecial' => 'character', 'blockSpecial' => 'block' }.freeze

    def stat(parts)
      found = NATIVE[parts['follow'] ? :stat : :lstat].call(parts['path'])
      kind = KINDS.fetch(found.ftype, found.ftype)
      { 'kind' => kind, 'mode' => found.mode & 0o7777, 'uid' => found.uid, 'gid' => found.gid, 'size' => found.size, 'mtime' => found.mtime.to_f,
        'target' => kind == 'symlink' ? File.readlink(parts['path']) : nil }
    rescue Errno::ENOENT, Errno::ENOTDIR
      nil
    end

    def user(parts)
      return passwd(NATIVE[:user_by_id].call(NATIVE[:uid].call)) if parts['current']

      passwd(parts['id'] ? NATIVE[:user_by_id].call(parts['id']) : NATIVE[:user].call(parts['name']))
    rescue ArgumentError
      nil
    end

    def passwd(found)
      { 'name' => found.name, 'uid' => found.uid, 'gid' => found.gid, 'home' => found.dir, 'shell' => found.shell, 'gecos' => found.gecos }
    end

    def group(parts)
      grent(parts['id'] ? NATIVE[:group_by_id].call(parts['id']) : NATIVE[:group].call(parts['name']))
    rescue ArgumentError
      nil
    end

    def grent(found) = { 'name' => found.name, 'gid' => found.gid, 'members' => found.mem }

    def all(method)
      found = []
      NATIVE[method].call { |entry| found << entry.dup }
      found
    end

    # Facts and settings of the real programs; kept in a file, since they take seconds.
    def cached(name, command)
      @cached ||= {}
      @cached[name] ||= begin
        file = "/tmp/harness-#{name}.json"
        NATIVE[:write].call(file, yield(execute({ 'command' => command })['output'])) unless File.exist?(file)
        JSON.parse(File.read(file))
      end
    end

    def facts = cached('facts', %w[facter --json --show-legacy]) { |text| text }

    def fact(name)
      name.split('.').reduce(facts) do |value, key|
        case value
        when Hash then value[key]
        when Array then key.match?(/\A\d+\z/) ? value[key.to_i] : nil
        end
      end
    end

    def settings
      cached('settings', %w[puppet config print]) do |text|
        JSON.generate(text.lines(chomp: true).to_h do |line|
          name, value = line.split(' = ', 2)
          [name, { 'true' => true, 'false' => false, '' => '' }.fetch(value, value)]
        end)
      end
    end

    # Attributes of a type that Puppet itself has.
    def host_type(name)
      @types ||= begin
        file = '/tmp/harness-types.json'
        code = 'require "puppet"; require "json"; puts JSON.generate(ARGV.to_h { |n| t = Puppet::Type.type(n.to_sym); ' \
               '[n, (t.allattrs - t.metaparams).map { |a| {name: a, kind: t.validproperty?(a) ? "property" : "parameter", ' \
               'is_namevar: t.key_attributes.include?(a)} }] })'
        NATIVE[:write].call(file, execute({ 'command' => ['ruby', '-e', code, *HOST_TYPES] })['output']) unless File.exist?(file)
        JSON.parse(File.read(file))
      end
      { 'attributes' => @types.fetch(name) }
    end

    # The form of plain values; see marotte/values.rb.
    def encode(value)
      case value
      when Array then ['a', *value.map { |one| encode(one) }]
      when Hash then ['h', *value.flat_map { |key, one| [encode(key), encode(one)] }]
      when Symbol then ['y', value.to_s]
      else value
      end
    end

    def decode(value)
      return value unless value.is_a?(Array)

      case value[0]
      when 'a' then value.drop(1).map { |one| decode(one) }
      when 'h' then value.drop(1).each_slice(2).to_h { |key, one| [decode(key), decode(one)] }
      when 'y' then value[1].to_sym
      when 's' then decode(value[1])
      else value
      end
    end

    # The order of versions as in Puppet.
    def versioncmp(one, other)
      parts = [one, other].map { |text| text.scan(/[-.]|\d+|[^-.\d]+/) }
      left, right = parts
      until left.empty? || right.empty?
        a = left.shift
        b = right.shift
        next if a == b
        return -1 if a == '-'
        return 1 if b == '-'
        return -1 if a == '.'
        return 1 if b == '.'
        return a.to_i <=> b.to_i if a.match?(/\A[1-9]\d*\z|\A0\z/) && b.match?(/\A[1-9]\d*\z|\A0\z/) && a.to_i != b.to_i
        return a.upcase <=> b.upcase if (a.upcase <=> b.upcase) != 0
      end
      one <=> other
    end
  end

  answer('execute') { |parts| execute(parts) }
  answer('which') { |parts| which(parts['name']) }
  answer('stat') { |parts| stat(parts) }
  answer('chmod') { |parts| (parts['follow'] == false && File.symlink?(parts['path']) ? nil : NATIVE[:chmod].call(parts['mode'], parts['path'])) && nil }
  answer('chown') { |parts| NATIVE[parts['follow'] == false ? :lchown : :chown].call(parts['uid'], parts['gid'], parts['path']) && nil }
  answer('user') { |parts| user(parts) }
  answer('group') { |parts| group(parts) }
  answer('users') { |_| all(:passwd).map { |found| passwd(found) } }
  answer('groups') { |_| all(:groups).map { |found| grent(found) } }
  answer('fact') { |parts| encode(fact(parts['name'])) }
  answer('log') { |parts| @logs << [parts['level'], parts['message']] && nil }
  answer('setting') { |parts| encode(settings[parts['name']]) }
  answer('version') { |_| '7.23.0' }
  answer('environment') { |_| 'production' }
  answer('stack') { |_| [] }
  # Types of the host: what Puppet 7 implements itself.
  HOST_TYPES = %w[component exec file filebucket group notify package resources schedule service stage tidy user whit].freeze
  answer('has_type') { |parts| HOST_TYPES.include?(parts['name'].downcase) }
  answer('serve_file') do |parts|
    path = parts['source'].sub(%r{\Afile:(//)?}, '')
    path = path.sub(%r{\Apuppet:///modules/([^/]+)/}) { "#{answers['module_path'].call('name' => Regexp.last_match(1))}/files/" }
    if path.start_with?('/') && File.file?(path)
      { 'kind' => 'file', 'content' => parts['content'] ? text(NATIVE[:read].call(path)) : nil }
    end
  end
  answer('describe_type') { |parts| host_type(parts['name']) }
  answer('find_resources') { |_| [] }
  # Modules are those with a lib directory on the load path.
  answer('module_path') { |parts| $LOAD_PATH.map(&:to_s).find { |path| path.end_with?("/#{parts['name']}/lib") }&.delete_suffix('/lib') }
  answer('modules') { |_| $LOAD_PATH.filter_map { |path| path.to_s[%r{/([a-z]\w*)/lib\z}, 1] } }
  answer('modulepath') { |_| $LOAD_PATH.filter_map { |path| path.to_s[%r{\A(.*)/[a-z]\w*/lib\z}, 1] }.uniq }
  answer('call') do |parts|
    name, *arguments = parts['name'], *decode(parts['arguments'])
    case name
    when 'versioncmp' then versioncmp(*arguments)
    else raise Failure, "The harness has no function #{name}"
    end
  end
end

# The interface of ruby.wasm.
module JS
  def self.eval(text) = Harness.evaluate(text)
end

# Methods that Ruby 3.1 lacks.
def Process.warmup = true
unless JSON::Ext::Parser.respond_to?(:parse)
  def (JSON::Ext::Parser).parse(text, options) = new(text, **(options || { max_nesting: 100 })).parse
end

# Real Puppet must not be found.
vendor, others = $LOAD_PATH.partition { |path| path.to_s.include?('ruby/vendor_ruby') && !RUBY_PLATFORM.include?('wasm') }
$LOAD_PATH.replace(others)
gems = '/tmp/harness-gems'
unless RUBY_PLATFORM.include?('wasm') || File.directory?(gems)
  FileUtils.mkdir_p(gems)
  vendor.flat_map { |path| Dir.glob("#{path}/*") }.each do |path|
    name = File.basename(path)
    File.symlink(path, "#{gems}/#{name}") unless name.match?(/\A(puppet|facter|hiera|semantic_puppet)/) || File.exist?("#{gems}/#{name}")
  end
end
$LOAD_PATH.push(gems, *Dir.glob('/usr/lib/ruby/gems/3.1.0/gems/*/lib')) unless RUBY_PLATFORM.include?('wasm')
def Gem.try_activate(_) = false

$LOAD_PATH.unshift('/stub') # requires of js find this entry; no file exists
$LOADED_FEATURES << '/stub/js.rb'
$LOAD_PATH.unshift(File.expand_path('../../../host/ruby-vm/lib', __dir__))
require 'marotte'
$LOAD_PATH.delete(File.expand_path('../../../host/ruby-vm/lib', __dir__)) if ENV['MAROTTE_UNLISTED']

# Facts for code that is not compiled yet: the library may have its own module.
unless defined?(Facter)
  module Facter
    def self.value(name) = Marotte.value('fact', name: { 'osfamily' => 'os.family', 'operatingsystem' => 'os.name' }.fetch(name.to_s, name.to_s))
    def self.fact(name) = value(name).then { |found| found && Struct.new(:name, :value).new(name, found) }
    def self.[](name) = fact(name)
    def self.version = '4.3.0'
    def self.debug(*) = nil
  end
end
