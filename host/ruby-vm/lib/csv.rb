# frozen_string_literal: true

# Tables of comma-separated values, as far as modules use them. The interpreter does not have this library.
class CSV
  class MalformedCSVError < RuntimeError; end

  # A row of a table with headers.
  class Row
    include Enumerable

    attr_reader :headers, :fields

    def initialize(headers, fields)
      @headers = headers
      @fields = headers.each_index.map { |index| fields[index] } + fields.drop(headers.length)
    end

    def [](key) = key.is_a?(Integer) ? fields[key] : fields[headers.index(key) || fields.length]
    alias field []
    def fetch(key, *default) = to_h.fetch(key, *default)
    def each(&block) = headers.zip(fields).each(&block)
    def to_h = headers.zip(fields).to_h
    alias to_hash to_h
    def has_key?(key) = headers.include?(key) # rubocop:disable Naming/PredicatePrefix
    alias key? has_key?
    alias header? has_key?
  end

  # Splits a text into rows.
  class Parser
    def initialize(text, separator, quote)
      @quote = quote
      separator = Regexp.escape(separator)
      quote = Regexp.escape(quote)
      @scanner = StringScanner.new(text)
      @plain = /[^#{separator}#{quote}\r\n]*/
      @quoted = /#{quote}((?:[^#{quote}]|#{quote}#{quote})*)#{quote}/m
      @separator = /#{separator}/
    end

    def rows
      rows = []
      rows << row until @scanner.eos?
      rows
    end

    private

    def row
      return [] if @scanner.skip(/\r\n|\n|\r/)

      fields = [field]
      fields << field while @scanner.skip(@separator)
      return fields if @scanner.skip(/\r\n|\n|\r/) || @scanner.eos?

      raise MalformedCSVError, "Illegal quoting in line #{@scanner.string[0, @scanner.pos].count("\n") + 1}."
    end

    def field
      return @scanner[1].gsub("#{@quote}#{@quote}", @quote) if @scanner.skip(@quoted)

      text = @scanner.scan(@plain)
      text.empty? ? nil : text
    end
  end

  class << self
    def parse(text, headers: false, col_sep: ',', quote_char: '"', skip_blanks: false, **options, &block)
      refuse(options)
      rows = Parser.new(text, col_sep, quote_char).rows
      rows.reject!(&:empty?) if skip_blanks || headers
      if headers
        names = headers == true ? rows.shift || [] : headers
        rows.map! { |row| Row.new(names, row) }
      end
      block ? rows.each(&block) : rows
    end

    def parse_line(line, **options) = parse(line, **options).first
    def read(path, **options) = parse(File.read(path), **options)
    alias readlines read
    def foreach(path, **options, &block) = read(path, **options).each(&block)

    def generate_line(fields, col_sep: ',', row_sep: "\n", **options)
      refuse(options)
      fields.map { |field| quote(field, col_sep) }.join(col_sep) + row_sep
    end

    # Returns the text of the rows that the block adds.
    def generate(text = +'', **options)
      yield Writer.new(text, options)
      text
    end

    private

    def refuse(options)
      raise NotImplementedError, "CSV: the option #{options.keys.first} is not available here" if options.any?
    end

    def quote(field, separator)
      text = field.to_s
      return text unless field == '' || text.match?(/[\r\n"]|\A\s|\s\z/) || text.include?(separator)

      %("#{text.gsub('"', '""')}")
    end
  end

  # Adds rows to a text.
  Writer = Struct.new(:text, :options) do
    def <<(fields)
      text << CSV.generate_line(fields, **options)
      self
    end
  end
end

class String
  def parse_csv(**options) = CSV.parse_line(self, **options)
end

class Array
  def to_csv(**options) = CSV.generate_line(self, **options)
end
