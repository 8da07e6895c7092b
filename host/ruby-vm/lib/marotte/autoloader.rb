# frozen_string_literal: true

module Marotte
  # Loads files of a directory below the directories of the load path, as `puppet/type`.
  class Autoloader
    @loaded = {}

    class << self
      attr_reader :loaded

      # Returns the directories of the load path with files for Puppet.
      def directories
        return @directories if @path == $LOAD_PATH

        @path = $LOAD_PATH.dup
        @directories = @path.map(&:to_s).uniq.select { |directory| File.directory?("#{directory}/puppet") }
      end
    end

    attr_reader :path

    def initialize(_owner, path)
      @path = path.to_s
    end

    # Loads a file by its name. Returns whether there is one.
    def load(name, *)
      file = find(name) or return false
      load_file(name, file)
      true
    end

    # Loads the files that were not loaded or required. The block receives an error that a missing library of Ruby caused.
    def loadall(*)
      names.each do |name|
        load(name) unless loaded?(name) || required?(name)
      rescue Puppet::Error => e
        raise unless block_given? && missing_library?(e)

        yield e
      end
    end

    def loaded?(name) = Autoloader.loaded.key?(expand(name))
    def files_to_load(*) = names.map { |name| "#{expand(name)}.rb" }
    def expand(name) = File.join(path, name.to_s)

    private

    def missing_library?(error) = error.is_a?(LoadError) || (!error.cause.nil? && missing_library?(error.cause))

    def find(name)
      Autoloader.directories.each do |directory|
        file = "#{directory}/#{expand(name)}.rb"
        return file if File.file?(file)
      end
      nil
    end

    def required?(name)
      file = find(name) or return false
      [file, File.realpath(file)].intersect?($LOADED_FEATURES)
    rescue SystemCallError
      $LOADED_FEATURES.include?(file)
    end

    def names
      files = Autoloader.directories.flat_map { |directory| Dir.glob("#{directory}/#{path}/*.rb") }
      files.map { |file| File.basename(file, '.rb') }.uniq
    end

    def load_file(name, file)
      Autoloader.loaded[expand(name)] = file
      $LOADED_FEATURES << file unless $LOADED_FEATURES.include?(file)
      Types.loading(file) { Kernel.load(file) }
    rescue StandardError, ScriptError => e
      raise Puppet::Error, "Could not autoload #{expand(name)}: #{e.message}", e.backtrace
    end
  end
end

module Puppet
  module Util
    Autoload = Marotte::Autoloader
  end
end
