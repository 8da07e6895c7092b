# frozen_string_literal: true

module Puppet
  module Util
    # Files with sections of `name=value` lines. Lines that are not changed stay as they are.
    module IniConfig
      class IniParseError < Puppet::Error
        include Puppet::ExternalFileError

        attr_accessor :file, :line

        def initialize(message, file = nil, line = nil)
          super(message)
          @file = file
          @line = line
        end

        def to_s
          place = [file && "file: #{file}", line && "line: #{line}"].compact
          place.empty? ? super : "#{super} (#{place.join(', ')})"
        end
      end

      # A section: its entries are pairs of a name and a value, and lines of other kinds.
      class Section
        attr_reader :name, :file, :entries
        attr_writer :destroy

        def initialize(name, file)
          @name = name
          @file = file
          @entries = []
          @dirty = false
          @destroy = false
        end

        def dirty? = @dirty || @destroy
        def mark_dirty = @dirty = true
        def mark_clean = @dirty = false
        def destroy? = @destroy
        def add_line(line) = @entries << line
        def [](key) = entry(key)&.last

        def []=(key, value)
          mark_dirty
          found = entry(key)
          found ? found[1] = value : @entries << [key, value]
        end

        # Returns the text of the section. Names without a value are left out.
        def format
          return '' if destroy?

          "[#{name}]\n" + entries.map { |entry| line_of(entry) }.join
        end

        private

        def entry(key) = @entries.find { |entry| entry.is_a?(Array) && entry.first == key }

        def line_of(entry)
          return entry unless entry.is_a?(Array)

          entry.last.nil? ? '' : "#{entry.first}=#{entry.last}\n"
        end
      end

      # One file. Lines before the first section are kept as texts.
      class PhysicalFile
        INI_COMMENT = /^\s*$|^[#;]|^\s*rem\s/i
        INI_CONTINUATION = /^[ \t\r\n\f]/
        INI_SECTION_NAME = /^\[([^\]]+)\]/
        INI_PROPERTY = /^\s*([^\s=]+)\s*=\s*(.*)$/

        attr_reader :filetype, :contents
        attr_accessor :destroy_empty, :file_collection

        def initialize(file, options = {})
          @file = file
          @contents = []
          @filetype = FileType.filetype(:flat).new(file)
          @destroy_empty = options.fetch(:destroy_empty, false)
        end

        def read
          text = filetype.read or raise IniParseError, "Cannot read nonexistent file #{@file.inspect}"
          parse(text)
        end

        def parse(text)
          @section = @property = nil
          text.each_line.with_index(1) { |line, number| parse_line(line, number) }
          @section&.mark_clean
        end

        def sections = contents.grep(Section)
        def get_section(name) = sections.find { |section| section.name == name }
        def format = contents.map { |content| content.is_a?(Section) ? content.format : content }.join

        # Writes the file if a section has changed.
        def store
          if destroy_empty && sections.all?(&:destroy?)
            ::File.unlink(@file)
          elsif sections.any?(&:dirty?)
            filetype.write(format)
          end
          sections.each(&:mark_clean)
        end

        def add_section(name)
          if get_section(name) || file_collection&.get_section(name)
            raise IniParseError.new("Section #{name.inspect} is already defined, cannot redefine", @file)
          end

          Section.new(name, @file).tap { |section| contents << section }
        end

        private

        def parse_line(line, number)
          if line.match?(INI_COMMENT) then @section ? @section.add_line(line) : contents << line
          elsif line.match?(INI_CONTINUATION) && @section && @property then @section[@property] += "\n#{line.chomp}"
          elsif (found = line.match(INI_SECTION_NAME)) then start(found[1])
          elsif (found = line.match(INI_PROPERTY)) then define(found[1], found[2].rstrip)
          else raise IniParseError.new("Can't parse line '#{line.chomp}'", @file, number)
          end
        end

        def start(name)
          @section&.mark_clean
          @section = add_section(name)
          @property = nil
        end

        def define(key, value)
          raise IniParseError, "Property with key #{key.inspect} outside of a section" if @section.nil?

          @section[key] = value
          @property = key
        end
      end

      # Several files whose sections have different names.
      class FileCollection
        attr_reader :files

        def initialize
          @files = {}
        end

        def read(file) = open(file).read
        def store = files.each_value(&:store)
        def each_section(&block) = files.values.flat_map(&:sections).each(&block)
        def each_file(&block) = files.keys.each(&block)
        def get_section(name) = files.values.filter_map { |file| file.get_section(name) }.last
        alias [] get_section
        def include?(name) = !get_section(name).nil?
        def add_section(name, file) = (files[file] || open(file)).add_section(name)

        private

        def open(file)
          files[file] = PhysicalFile.new(file)
          files[file].file_collection = self
          files[file]
        end
      end

      File = FileCollection
    end
  end
end
