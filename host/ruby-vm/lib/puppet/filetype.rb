# frozen_string_literal: true

module Puppet
  module Util
    # A place that holds a text: a file, a table of cron, or memory.
    class FileType
      class FileReadError < Puppet::Error; end

      include SELinux

      attr_accessor :loaded, :path, :synced

      # Reads without the lines of a header, and reports errors with the place.
      module Reported
        def read
          text = super
          @loaded = Time.now
          text ? text.gsub(/# HEADER.*\n/, '') : ''
        rescue Puppet::Error
          raise
        rescue StandardError => e
          report('read', e)
        end

        def write(text)
          result = super
          @synced = Time.now
          result
        rescue Puppet::Error
          raise
        rescue StandardError => e
          report('write', e)
        end

        private

        def report(action, error)
          message = "#{self.class} could not #{action} #{path}: #{error.message}"
          Puppet.log_exception(error, message)
          raise Puppet::Error, message
        end
      end

      class << self
        attr_accessor :name

        # Defines a type of places. The block is the body of its class.
        def newfiletype(name, &block)
          type = Class.new(self)
          type.name = name.to_s.downcase.to_sym
          const_set("FileType#{name.to_s.capitalize}", type)
          type.class_eval(&block)
          type.prepend(Reported)
          (@filetypes ||= {})[type.name] = type
        end

        # Returns a type that was defined by this class. Modules know the name of the variable.
        def filetype(name) = (@filetypes ||= {})[name]
      end

      def initialize(path, default_mode = nil)
        raise ArgumentError, 'Path is nil' if path.nil?

        @path = path
        @default_mode = default_mode
      end

      # Returns the options for commands that change the table of a user.
      def cronargs
        uid = Puppet::Util.uid(path)
        options = { failonfail: true, combine: true }
        uid && uid == Process.uid ? options : options.merge(uid: path)
      end

      # The host keeps copies of files that it changes.
      def bucket = raise(NotImplementedError, 'Puppet::Util::FileType#bucket is not available here')
    end

    # A file.
    FileType.newfiletype(:flat) do
      def backup = nil
      def read = File.exist?(path) ? File.read(path, encoding: Encoding.default_external) : nil
      def remove = File.exist?(path) && File.unlink(path)

      # A new file has the default mode or is readable by its owner only; an existing one keeps its mode.
      def write(text) = File.write(path, text, perm: @default_mode || 0o600)
    end

    # A text in memory.
    FileType.newfiletype(:ram) do
      def self.tabs = @tabs ||= {}
      def self.clear = tabs.clear

      def initialize(path, default_mode = nil)
        super
        self.class.tabs[path] ||= ''
      end

      def read
        Puppet.info("Reading #{path} from RAM")
        self.class.tabs[path]
      end

      def remove
        Puppet.info("Removing #{path} from RAM")
        self.class.tabs[path] = ''
      end

      def write(text)
        Puppet.info("Writing #{path} to RAM")
        self.class.tabs[path] = text
      end
    end

    # The crontab of a user.
    FileType.newfiletype(:crontab) do
      def initialize(user)
        self.path = user
      end

      def path=(user)
        @uid = Puppet::Util.uid(user)
        @path = user
      end

      def read
        return unknown_user unless Puppet::Util.uid(path)

        Execution.execute("#{command} -l", failonfail: true, combine: true)
      rescue Puppet::ExecutionFailure => e
        return '' if e.message.include?('no crontab for')
        raise FileReadError, "Could not read crontab for #{path}: #{e.message}" unless e.message.include?('are not allowed to')

        Puppet.debug("The #{path} user is not authorized to use cron. Their crontab file is treated as empty in case Puppet authorizes " \
                     'them in the middle of the run (by, for example, modifying the cron.deny or cron.allow files).')
        ''
      end

      def remove = Execution.execute("#{command} -r", failonfail: true, combine: true)

      def write(text)
        raise Puppet::Error, "Cannot write the #{path} user's crontab: The user does not exist" unless Puppet::Util.uid(path)

        IO.popen("#{command} -", 'w') { |pipe| pipe.print(text) }
      end

      private

      def command = @uid == Process.uid ? 'crontab' : "crontab -u #{path}"

      def unknown_user
        Puppet.debug("The #{path} user does not exist. Treating their crontab file as empty in case Puppet creates them in the middle " \
                     'of the run.')
        ''
      end
    end
  end
end
