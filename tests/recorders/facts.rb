#!/usr/bin/env ruby
# frozen_string_literal: true

# Records the facts of real Facter for simulated systems: for each NAME.machine in the directories of the command line (by default
# host/facts/machines), it writes NAME.json. Needs Facter 4.
#
# A system consists of sections that begin with a line `=== KIND NAME`:
#   kernel            lines of `node`, `release`, `hardware`, `isa`, `hypervisor`, `user UID GID NAME GROUP`, `interface NAME`,
#                     `address NAME IP/BITS`, `usage PATH SIZE AVAILABLE USED`
#   file PATH         the content of a file
#   line PATH         the same, without the last line break
#   directory PATH    an empty directory
#   link PATH TARGET  a symbolic link
#   command LINE      the output of a command that Facter runs; Marotte reads the files that the command would read
require 'fileutils'
require 'json'
require 'ipaddr'
require 'socket'
require 'etc'
require 'tmpdir'

# A simulated system.
class Machine
  attr_reader :root, :kernel, :commands

  def initialize(text, root)
    @root = root
    @kernel = Hash.new { |hash, key| hash[key] = [] }
    @commands = {}
    text.split(/^=== /).drop(1).each do |section|
      head, body = section.split("\n", 2)
      kind, name = head.split(' ', 2)
      case kind
      when 'kernel' then body.each_line { |line| @kernel[line.split.first] << line.split.drop(1) unless line.strip.empty? }
      when 'file' then write(name, body)
      when 'line' then write(name, body.chomp)
      when 'directory' then FileUtils.mkdir_p(at(name))
      when 'link'
        path, target = name.split
        FileUtils.mkdir_p(File.dirname(at(path)))
        File.symlink(target, at(path))
      when 'command' then @commands[name] = body
      else raise "unknown section #{kind}"
      end
    end
  end

  def at(path)
    File.join(root, path)
  end

  def write(path, body)
    FileUtils.mkdir_p(File.dirname(at(path)))
    File.write(at(path), body.gsub('\0', "\0"))
  end

  def one(key)
    kernel[key].first || []
  end

  def read(path)
    File.exist?(at(path)) ? File.read(at(path)) : ''
  end

  def execute(command)
    return commands[command] if commands.key?(command)

    case command.gsub(/\s+/, ' ')
    when /\Auname/ then [one('hardware'), one('node'), one('isa'), one('release'), ['Linux'], ['#1']].join("\n")
    when 'ip link show', 'ip -o link show' then links
    when %r{cat (/\S+)} then read(Regexp.last_match(1))
    when 'lsb_release -a' then commands.fetch('lsb_release', '')
    else ''
    end
  end

  def links
    kernel['interface'].map(&:first).reject { |name| name.include?(':') }.map do |name|
      directory = "/sys/class/net/#{name}"
      master = File.symlink?(at("#{directory}/master")) ? " master #{File.basename(File.readlink(at("#{directory}/master")))} " : ' '
      "#{read("#{directory}/ifindex").strip}: #{name}: <UP> mtu #{read("#{directory}/mtu").strip} qdisc noop#{master}state UP"
    end.join("\n")
  end

  Address = Struct.new(:ip_address, :hardware) do
    def ipv4?
      !ip_address.include?(':')
    end

    def inspect_sockaddr
      raise SocketError if ip_address

      "PACKET[protocol=0 hwaddr=#{hardware}]"
    end
  end
  Interface = Struct.new(:name, :addr, :netmask)

  def interfaces
    cards = kernel['interface'].map(&:first).map do |name|
      Interface.new(name, Address.new(nil, read("/sys/class/net/#{name}/address").strip), nil)
    end
    cards + kernel['address'].map do |name, text|
      ip, bits = text.split('/')
      all = ip.include?(':') ? 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff' : '255.255.255.255'
      Interface.new(name, Address.new(ip), Address.new(IPAddr.new(all).mask(bits.to_i).to_s))
    end
  end

  Mount = Struct.new(:name, :mount_point, :mount_type, :options)
  Usage = Struct.new(:bytes_total, :bytes_available, :bytes_used)

  def mounts
    read('/proc/self/mounts').lines.map { |line| Mount.new(*line.split(' ').first(4)) }
  end

  def usage(path)
    found = kernel['usage'].find { |known, *| known == path }
    Usage.new(*(found ? found.drop(1).map(&:to_i) : [0, 0, 0]))
  end

  # Returns the first name on the line of /etc/hosts that contains the name.
  def canonical(name)
    line = read('/etc/hosts').lines.map { |text| text.split('#').first.split.drop(1) }.find { |names| names.include?(name) }
    line&.first
  end
end

# Redirects accesses of Facter to the simulated system.
module Led
  OF_THE_MACHINE = %r{\A/(etc|proc|sys|run|var|dev|opt|usr/local/etc|usr/lib/xen-common|usr/sbin/x[lm]\z)}.freeze

  def self.path(path)
    $machine && path.is_a?(String) && path.match?(OF_THE_MACHINE) && !path.start_with?($machine.root) ? $machine.at(path) : path
  end
end
[[File, %i[read readlines readable? exist? directory? file?]], [Dir, %i[entries children exist?]]].each do |where, names|
  where.singleton_class.prepend(Module.new do
    names.each { |name| define_method(name) { |path, *rest, **options| super(Led.path(path), *rest, **options) } }
  end)
end
Dir.singleton_class.prepend(Module.new do
  def [](*patterns)
    return super unless $machine

    super(*patterns.map { |pattern| Led.path(pattern) }).map { |path| path.delete_prefix($machine.root) }
  end
end)

def record(file)
  Dir.mktmpdir do |root|
    machine = Machine.new(File.read(file), File.realpath(root))
    reader, writer = IO.pipe
    pid = fork do
      reader.close
      pretend(machine)
      writer.write(JSON.pretty_generate(Facter.to_hash.reject { |name, _| name.to_s.match?(/\A(ruby|augeas|facterversion|path|timezone)/) }.sort.to_h))
      writer.close
      exit!
    end
    writer.close
    text = reader.read
    Process.wait(pid)
    raise "#{file}: nothing was found" if text.empty?

    File.write(file.sub(/\.machine\z/, '.json'), "#{text}\n")
  end
end

def pretend(machine)
  $machine = machine
  # Facter looks for the distribution while it is loaded.
  require 'facter'
  require 'facter/util/resolvers/filesystem_helper'
  Facter::OptionStore.no_external_facts = true
  Facter::OptionStore.no_custom_facts = true
  Facter::Core::Execution.define_singleton_method(:execute) { |command, *| machine.execute(command.to_s) }
  Facter::Core::Execution.define_singleton_method(:which) do |name|
    %w[/usr/bin /bin /usr/sbin].map { |directory| "#{directory}/#{name}" }.find { |path| File.exist?(machine.at(path)) } ||
      (name == 'ip' ? '/usr/sbin/ip' : nil)
  end
  Socket.define_singleton_method(:gethostname) { machine.one('node').first.dup }
  Socket.define_singleton_method(:getaddrinfo) { |*| raise SocketError, 'not asked' }
  Socket.define_singleton_method(:getifaddrs) { machine.interfaces }
  require 'facter/util/resolvers/ffi/hostname'
  Facter::Util::Resolvers::Ffi::Hostname.define_singleton_method(:getffiaddrinfo) { |name| machine.canonical(name) }
  uid, gid, name, group = machine.one('user')
  Etc.define_singleton_method(:getpwuid) { |*| Struct.new(:uid, :gid, :name).new(uid.to_i, gid.to_i, name) }
  Etc.define_singleton_method(:getgrgid) { |*| Struct.new(:name).new(group) }
  helper = Facter::Util::Resolvers::FilesystemHelper
  helper.define_singleton_method(:read_mountpoints) { machine.mounts }
  helper.define_singleton_method(:read_mountpoint_stats) { |path| machine.usage(path) }
end

directories = ARGV.empty? ? [File.expand_path('../../host/facts/machines', __dir__)] : ARGV
directories.flat_map { |directory| Dir[File.join(directory, '*.machine')].sort }.each { |file| record(file) }
