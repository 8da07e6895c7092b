# frozen_string_literal: true

require 'delegate'

module Puppet
  # Files by their path, which is a String or a Pathname.
  module FileSystem
    # A new file with a name of its own.
    class Uniquefile < DelegateClass(File)
      attr_reader :path

      def self.open_tmp(identifier)
        file = new(identifier)
        yield file
      ensure
        file&.close!
      end

      def initialize(basename, directory = nil, **options)
        prefix, suffix = basename
        name = "#{prefix}#{Time.now.strftime('%Y%m%d')}-#{SecureRandom.alphanumeric(12).downcase}#{suffix}"
        @path = File.join(directory || Dir.tmpdir, name)
        super(File.open(@path, File::RDWR | File::CREAT | File::EXCL, 0o600, **options))
      end

      def open
        __getobj__.close unless __getobj__.closed?
        __setobj__(File.open(@path, File::RDWR))
      end

      def close(unlink_now = false)
        return close! if unlink_now

        __getobj__.close unless __getobj__.closed?
      end

      def close!
        close
        unlink
      end

      def unlink
        File.unlink(@path) if @path && File.exist?(@path)
        @path = nil
      end
      alias delete unlink

      # The file may be closed.
      def chmod(mode) = File.chmod(mode, @path)
      def chown(uid, gid) = File.chown(uid, gid, @path)
    end

    class << self
      def open(path, mode, options, &block) = File.open(place(path), options, *mode, &block)
      def dir(path) = place(path).dirname
      def dir_string(path) = dir(path).to_s
      def dir_exist?(path) = dir(path).exist?
      def dir_mkpath(path) = dir(path).mkpath
      def basename(path) = place(path).basename.to_s
      def basename_string(path) = basename(path)
      def exclusive_create(path, mode, &block) = open(path, mode, File::CREAT | File::EXCL | File::WRONLY, &block)
      def exclusive_open(path, mode, options = 'r', _timeout = 300, &block) = open(path, mode, options, &block)
      def each_line(path, &block) = File.foreach(place(path), &block)
      def read(path, options = {}) = place(path).read(**options)
      def read_preserve_line_endings(path) = read(path, encoding: 'bom|utf-8')
      def binread(path) = place(path).binread
      def exist?(path) = place(path).exist?
      def directory?(path) = place(path).directory?
      def file?(path) = place(path).file?
      def executable?(path) = File.executable?(place(path))
      def readable?(path) = place(path).readable?
      def writable?(path) = place(path).writable?
      def touch(path, mtime: nil) = FileUtils.touch(place(path), mtime: mtime)
      def mkpath(path) = place(path).mkpath
      def children(path) = place(path).children
      def symlink(path, target, options = {}) = FileUtils.symlink(place(path), target, **options)
      def symlink?(path) = place(path).symlink?
      def readlink(path) = File.readlink(place(path))
      def unlink(*paths) = File.unlink(*paths.map { |path| place(path) })
      def stat(path) = File.stat(place(path))
      def lstat(path) = File.lstat(place(path))
      def size(path) = place(path).size
      def compare_stream(path, stream) = File.open(place(path), 'rb') { |file| FileUtils.compare_stream(file, stream) }
      def pathname(path) = path.is_a?(Pathname) ? path : Pathname.new(path)
      def expand_path(path, directory = nil) = File.expand_path(path&.to_s, directory)
      def path_string(path) = path.to_s
      def assert_path(path) = place(path)
      def chmod(mode, path) = FileUtils.chmod(mode, place(path))

      # Writes a file by way of a new one with the mode and owner of the old one.
      def replace_file(path, mode = nil)
        found = lstat(path) if exist?(path) || symlink?(path)
        temporary = Uniquefile.new(basename_string(path), dir_string(path))
        yield temporary
        temporary.close
        temporary.chown(found.uid, found.gid) if found
        chmod(mode || (found ? found.mode & 0o7777 : 0o640), temporary.path)
        File.rename(temporary.path, path.to_s)
      ensure
        temporary&.close!
      end

      def overlay(*) = raise(NotImplementedError, 'Puppet::FileSystem.overlay is not available here')

      private

      def place(path)
        return path if path.is_a?(Pathname)
        return Pathname.new(path) if path.respond_to?(:to_str)

        raise ArgumentError, "FileSystem implementation expected Pathname, got: '#{path.class}'"
      end
    end
  end

  module Util
    # Checksums of contents and files.
    module Checksums
      DIGESTS = { sha256: Digest::SHA256, md5: Digest::MD5, sha1: Digest::SHA1, sha512: Digest::SHA512, sha384: Digest::SHA384 }.freeze
      KNOWN_CHECKSUMS = %i[sha256 sha256lite md5 md5lite sha1 sha1lite sha512 sha384 sha224 mtime ctime none].freeze
      LITE = 512

      module_function

      def known_checksum_types = KNOWN_CHECKSUMS
      def checksum?(text) = text =~ /\A\{\w{3,10}\}\S+/
      def sumdata(text) = text[/\A\{\w+\}(.+)/m, 1]
      def sumtype(text) = text[/\A\{(\w+)\}/, 1]

      def valid_checksum?(type, value)
        respond_to?("#{type}?", true) && send("#{type}?", value) ? true : false
      end

      DIGESTS.each do |name, digest|
        length = digest.new.digest_length * 2
        define_method(name) { |content| digest.hexdigest(content) }
        define_method("#{name}?") { |text| text =~ /\A\h{#{length}}\z/ }
        define_method("#{name}_file") { |path, lite = false| digest.hexdigest(lite ? File.binread(path, LITE).to_s : File.binread(path)) }
        define_method("#{name}_stream") { |lite = false, &block| Collected.of(lite, &block).then { |content| digest.hexdigest(content) } }
        define_method("#{name}_hex_length") { length }
        methods = [name, "#{name}?", "#{name}_file", "#{name}_stream", "#{name}_hex_length"]
        if %i[sha256 md5 sha1].include?(name)
          define_method("#{name}lite") { |content| digest.hexdigest(content[0, LITE]) }
          define_method("#{name}lite?") { |text| text =~ /\A\h{#{length}}\z/ }
          define_method("#{name}lite_file") { |path| digest.hexdigest(File.binread(path, LITE).to_s) }
          define_method("#{name}lite_stream") { |&block| digest.hexdigest(Collected.of(true, &block)) }
          define_method("#{name}lite_hex_length") { length }
          methods.concat(["#{name}lite", "#{name}lite?", "#{name}lite_file", "#{name}lite_stream", "#{name}lite_hex_length"])
        end
        module_function(*methods)
      end

      %w[mtime ctime].each do |name|
        define_method(name) { |_content| '' }
        define_method("#{name}_file") { |path| File.stat(path).public_send(name) }
        define_method("#{name}_stream") { |&block| Collected.of(true, &block) && nil }
        define_method("#{name}?") do |text|
          text.is_a?(Time) || !DateTime.parse(text).nil?
        rescue ArgumentError, TypeError
          false
        end
        module_function name, "#{name}_file", "#{name}_stream", "#{name}?"
      end

      def none(_content) = ''
      def none?(text) = text.empty?
      def none_file(_path) = ''
      def none_stream(&block) = Collected.of(true, &block) && ''

      # What a block writes.
      class Collected
        def self.of(lite)
          collected = new
          yield collected
          lite ? collected.content[0, LITE] : collected.content
        end

        attr_reader :content

        def initialize
          @content = +''.b
        end

        def <<(text)
          @content << text.b
          self
        end
      end
    end

    # Differences between texts; shown by messages only.
    module Diff
      module_function

      # Returns the output of the command `diff`.
      def diff(one, other)
        command = Puppet[:diff]
        return '' if command.nil? || command.empty?

        Execution.execute([command, *Puppet[:diff_args].to_s.split, one, other].reject(&:empty?), failonfail: false, combine: false)
      end

      def string_file_diff(path, text)
        Puppet::FileSystem::Uniquefile.open_tmp('puppet-diffing') do |file|
          file.write(text)
          file.flush
          diff(path, file.path)
        end
      end
    end
  end
end
