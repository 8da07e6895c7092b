# frozen_string_literal: true

require 'etc'
require 'fileutils'
require 'pathname'
require 'tempfile'
require 'tmpdir'

# Users, groups and modes of files, which the system of the sandbox does not have: the host answers for them. Contents, directories and
# links are read and written with Ruby's own methods.
module Marotte
  # The users and groups of the system.
  module Accounts
    class << self
      def user(**key) = passwd(Marotte.ask('user', **key))
      def group(**key) = entry(Marotte.ask('group', **key))
      def users = Marotte.ask('users').map { |found| passwd(found) }
      def groups = Marotte.ask('groups').map { |found| entry(found) }

      # The user that changes the system.
      def current
        @current ||= user(current: true) || Etc::Passwd.new('root', 'x', 0, 0, 'root', '/root', '/bin/sh')
      end

      # Forgets the current user; the stored interpreter does so before a run.
      def reset = @current = nil

      private

      def passwd(found)
        found && Etc::Passwd.new(found['name'], 'x', found['uid'], found['gid'], found['gecos'].to_s, found['home'], found['shell'])
      end

      def entry(found)
        found && Etc::Group.new(found['name'], 'x', found['gid'], found['members'] || [])
      end
    end
  end

  # What the host knows about a file and the sandbox does not.
  module FullStat
    attr_accessor :marotte_answer

    # Adds the answer of the host to what Ruby found.
    def self.of(stat, path, follow)
      answer = Marotte.ask('stat', path: File.expand_path(path.to_s), follow: follow)
      return stat if answer.nil?

      stat.extend(FullStat)
      stat.marotte_answer = answer
      stat
    end

    def mode = (super & 0o170000) | (marotte_answer['mode'] & 0o7777)
    def uid = marotte_answer['uid']
    def gid = marotte_answer['gid']
    def setuid? = mode.anybits?(0o4000)
    def setgid? = mode.anybits?(0o2000)
    def sticky? = mode.anybits?(0o1000)
    def owned? = uid == Process.euid
    def grpowned? = gid == Process.egid
    def readable? = allowed?(4)
    def writable? = allowed?(2)
    def executable? = Process.euid.zero? ? directory? || mode.anybits?(0o111) : allowed?(1)
    alias readable_real? readable?
    alias writable_real? writable?
    alias executable_real? executable?
    def world_readable? = mode.anybits?(0o004) ? mode & 0o777 : nil
    def world_writable? = mode.anybits?(0o002) ? mode & 0o777 : nil

    private

    def allowed?(bit)
      return true if Process.euid.zero?
      return mode.anybits?(bit << 6) if owned?

      mode.anybits?(grpowned? ? bit << 3 : bit)
    end
  end

  # The system of the sandbox takes an empty path for a directory.
  module EmptyPath
    %i[exist? file? directory?].each { |name| define_method(name) { |path| path == '' ? false : super(path) } }
  end

  # The entries `.` and `..`, which directories of the sandbox do not have.
  module SpecialEntries
    NAMES = %w[. ..].freeze

    def read
      @marotte_read = (@marotte_read || -1) + 1
      return NAMES[@marotte_read] if @marotte_read < NAMES.length

      name = super
      name = super while NAMES.include?(name)
      name
    end

    def rewind
      @marotte_read = nil
      super
    end

    def each
      return enum_for(:each) unless block_given?

      while (name = read)
        yield name
      end
      self
    end

    # The same for the methods of the class.
    module ForClass
      def entries(path, **options) = NAMES | super

      def foreach(path, **options, &block)
        found = entries(path, **options)
        block ? found.each(&block) && nil : found.each
      end
    end
  end

  # Sets modes of files that are created: the sandbox ignores them.
  module CreationMode
    DEFAULT = 0o022

    # Creates a file or directory with the block; its mode is set if it was created and has another mode than usual.
    def self.apply(path, mode, usual)
      name = path.respond_to?(:to_path) ? path.to_path : path
      wanted = (mode || usual) & ~Commands.umask
      return yield if !name.is_a?(String) || wanted == (usual & ~DEFAULT) || File.exist?(name)

      yield.tap { Marotte.ask('chmod', path: File.expand_path(name), mode: wanted, follow: true) if File.exist?(name) }
    end

    # For File.new and File.open.
    module Opened
      def initialize(path, mode = nil, permissions = nil, **options)
        arguments = [path, mode, permissions].compact
        return super(*arguments, **options) if path.is_a?(Integer) || !CreationMode.creates?(mode || options[:mode], options[:flags])

        CreationMode.apply(path, permissions || options[:perm], 0o666) { super(*arguments, **options) }
      end
    end

    # For methods that write a file at once.
    module Written
      %i[write binwrite].each do |name|
        define_method(name) do |path, *arguments, perm: nil, **options|
          options[:perm] = perm if perm
          return super(path, *arguments, **options) if path.to_s.start_with?('|')

          CreationMode.apply(path, perm, 0o666) { super(path, *arguments, **options) }
        end
      end
    end

    def self.creates?(mode, flags)
      return true if flags.is_a?(Integer) && flags.anybits?(File::CREAT)

      mode.is_a?(Integer) ? mode.anybits?(File::CREAT) : mode.to_s.match?(/\A[wa]/)
    end
  end
end

# The sandbox has fewer members, and no groups.
{ Passwd: %i[name passwd uid gid gecos dir shell], Group: %i[name passwd gid mem] }.each do |name, members|
  Etc.send(:remove_const, name) if Etc.const_defined?(name, false)
  Etc.const_set(name, Struct.new(*members))
end

module Etc
  class << self
    def getpwnam(name) = Marotte::Accounts.user(name: name.to_str) || raise(ArgumentError, "can't find user for #{name}")
    def getgrnam(name) = Marotte::Accounts.group(name: name.to_str) || raise(ArgumentError, "can't find group for #{name}")
    def getpwuid(id = Process.uid) = Marotte::Accounts.user(id: id) || raise(ArgumentError, "can't find user for #{id}")
    def getgrgid(id = Process.gid) = Marotte::Accounts.group(id: id) || raise(ArgumentError, "can't find group for #{id}")
    def getlogin = Marotte::Accounts.current.name
    def passwd(&block) = block ? Marotte::Accounts.users.each(&block) && nil : getpwent
    def group(&block) = block ? Marotte::Accounts.groups.each(&block) && nil : getgrent
    def getpwent = (@users ||= Marotte::Accounts.users).shift
    def getgrent = (@groups ||= Marotte::Accounts.groups).shift
    def setpwent = @users = nil
    def setgrent = @groups = nil
    alias endpwent setpwent
    alias endgrent setgrent
  end
end

module Process
  class << self
    def uid = Marotte::Accounts.current.uid
    def gid = Marotte::Accounts.current.gid
    alias euid uid
    alias egid gid
    def groups = [gid]
  end
end

class File
  prepend Marotte::CreationMode::Opened

  class << self
    prepend Marotte::EmptyPath
    prepend Marotte::CreationMode::Written

    alias marotte_stat stat
    alias marotte_lstat lstat
    alias marotte_expand_path expand_path
    private :marotte_stat, :marotte_lstat, :marotte_expand_path

    def stat(path) = Marotte::FullStat.of(marotte_stat(path), place(path), true)
    def lstat(path) = Marotte::FullStat.of(marotte_lstat(path), place(path), false)
    def chmod(mode, *paths) = change(paths, true) { |path| Marotte.ask('chmod', path: path, mode: mode, follow: true) }
    def lchmod(mode, *paths) = change(paths, false) { |path| Marotte.ask('chmod', path: path, mode: mode, follow: false) }
    def chown(uid, gid, *paths) = change_owner(uid, gid, paths, true)
    def lchown(uid, gid, *paths) = change_owner(uid, gid, paths, false)

    def umask(mask = nil)
      previous = Marotte::Commands.umask
      Marotte::Commands.umask = mask & 0o777 if mask
      previous
    end

    # Home directories are known to the host.
    def expand_path(path, directory = nil)
      name = path.respond_to?(:to_path) ? path.to_path : path.to_str
      name = name.sub(/\A~[^\/]*/) { |user| Dir.home(user == '~' ? nil : user.delete_prefix('~')) } if name.start_with?('~')
      directory = expand_path(directory) if directory.to_s.start_with?('~')
      directory ? marotte_expand_path(name, directory) : marotte_expand_path(name)
    end

    %i[executable? executable_real? owned? grpowned? setuid? setgid? sticky? world_readable? world_writable?].each do |name|
      define_method(name) do |path|
        stat(path).public_send(name)
      rescue SystemCallError
        name.start_with?('world') ? nil : false
      end
    end

    # Old names that are still used.
    def exists?(path) = exist?(path)

    private

    def place(path) = path.respond_to?(:to_path) ? path.to_path : path

    # Raises the error of the system if a file does not exist.
    def change(paths, follow)
      paths.each do |path|
        name = place(path)
        raise SystemCallError.new(name, Errno::ENOENT::Errno, 'apply2files') unless exist?(name) || (!follow && symlink?(name))

        yield marotte_expand_path(name)
      end
      paths.length
    end

    def change_owner(uid, gid, paths, follow)
      change(paths, follow) do |path|
        Marotte.ask('chown', path: path, uid: uid == -1 ? nil : uid, gid: gid == -1 ? nil : gid, follow: follow)
      end
    end
  end

  def chmod(mode) = File.chmod(mode, path) && 0
  def chown(uid, gid) = File.chown(uid, gid, path) && 0
  def lstat = File.lstat(path)
  def flock(_operation) = 0

  alias marotte_stat stat
  private :marotte_stat

  def stat = path && File.exist?(path) ? Marotte::FullStat.of(marotte_stat, path, true) : marotte_stat
end

class File::Stat
  def self.new(path) = File.stat(path)
end

# IO.write is not the method of File.
class << IO
  prepend Marotte::CreationMode::Written
end

module FileTest
  class << self
    %i[exist? file? directory? executable? executable_real? owned? grpowned? setuid? setgid? sticky? world_readable?
       world_writable?].each do |name|
      define_method(name) { |path| File.public_send(name, path) }
    end
  end
end

class Dir
  prepend Marotte::SpecialEntries

  class << self
    prepend Marotte::SpecialEntries::ForClass

    alias marotte_mkdir mkdir
    private :marotte_mkdir

    def mkdir(path, mode = nil) = Marotte::CreationMode.apply(path, mode, 0o777) { marotte_mkdir(path) }
    def exists?(path) = exist?(path)

    def home(user = nil)
      if user
        found = Marotte::Accounts.user(name: user) or raise ArgumentError, "user #{user} doesn't exist"
        return found.dir
      end

      # The variable of the interpreter itself is not that of the system.
      home = ENV.fetch('HOME', nil)
      home.nil? || home == Marotte::Commands::VARIABLES['HOME'] ? Marotte::Accounts.current.dir : home
    end
  end
end
