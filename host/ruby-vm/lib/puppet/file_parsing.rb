# frozen_string_literal: true

module Puppet
  module Util
    # Reads and writes the lines of a file as records.
    module FileParsing
      # A kind of line: a record with fields, or a text that is kept.
      class FileRecord
        INVALID_FIELDS = %i[record_type target on_disk].freeze
        OPTIONS = %i[absent block_eval fields joiner match optional post_parse pre_gen rollup rts separator to_line].freeze

        attr_accessor :absent, :joiner, :rts, :separator, :rollup, :name, :match, :block_eval
        attr_reader :fields, :optional, :type

        def initialize(type, **options, &block)
          unknown = options.keys - OPTIONS
          raise ArgumentError, "unknown keyword: #{unknown.first.inspect}" if unknown.any?

          @type = type.to_sym
          raise ArgumentError, "Invalid record type #{@type}" unless %i[record text].include?(@type)

          # As in Puppet, parts are rolled up although the option is false.
          options = defaults.merge(options.compact, rollup: true) if record?
          options.each { |name, value| public_send("#{name}=", value) unless value.nil? }
          evaluate(block) if block
        end

        def fields=(names)
          @fields = names.map(&:to_sym)
          invalid = @fields.find { |name| INVALID_FIELDS.include?(name) }
          raise ArgumentError, "Cannot have fields named #{invalid}" if invalid
        end

        def optional=(names)
          @optional = names.map(&:to_sym)
        end

        %i[post_parse pre_gen to_line].each do |hook|
          define_method("#{hook}=") { |block| define_singleton_method(hook, &block) }
        end

        def text? = type == :text
        def record? = type == :record

        # Returns the line of a record.
        def join(details)
          fields.filter_map { |field| text_of(field, details[field]) }.join(joiner)
        end

        private

        def defaults = { absent: '', separator: /\s+/, joiner: ' ', optional: [] }

        # The block is a hook, or defines several of them.
        def evaluate(block)
          @block_eval ||= :process
          @block_eval == :instance ? instance_eval(&block) : define_singleton_method(@block_eval, &block)
        end

        def text_of(field, value)
          return value.to_s unless [nil, :absent, [:absent]].include?(value)
          raise ArgumentError, "Field '#{field}' is required" unless optional.include?(field)

          absent
        end
      end

      attr_writer :line_separator, :trailing_separator

      def line_separator = @line_separator ||= "\n"
      def trailing_separator = defined?(@trailing_separator) ? @trailing_separator : true
      def records? = defined?(@record_types) && @record_types.any?
      def fields(type) = record_type(type)&.fields.dup

      def clear_records
        @record_types.clear
        @record_order.clear
      end

      # Declares lines with fields.
      def record_line(name, options, &block)
        raise ArgumentError, 'Must include a list of fields' unless options.include?(:fields)

        new_line_type(name, FileRecord.new(:record, **options, &block))
      end

      # Declares lines that are kept as they are.
      def text_line(name, options, &block)
        raise ArgumentError, 'You must provide a :match regex for text lines' unless options.include?(:match)

        new_line_type(name, FileRecord.new(:text, **options, &block))
      end

      def lines(text) = text.split(line_separator)

      # Returns the records of a text. The number in an error is that of the next line, as in Puppet.
      def parse(text)
        lines(text).each.with_index(2).map { |line, number| parse_line(line) || fail_at(line, number) }
      end

      # Returns the record of a line, or nil if no kind of line matches.
      def parse_line(line)
        raise Puppet::DevError, 'No record types defined; cannot parse lines' unless records?

        @record_order.each do |record|
          found = public_send("handle_#{record.type}_line", line, record) or next
          record.post_parse(found) if record.respond_to?(:post_parse)
          return found
        end
        nil
      end

      def handle_text_line(line, record) = line =~ record.match ? { record_type: record.name, line: line } : nil

      def handle_record_line(line, record)
        values = if record.respond_to?(:process) then processed(line, record)
                 elsif record.match then matched(line, record)
                 else separated(line, record)
                 end
        values[:record_type] = record.name if values
        values
      end

      def to_file(records)
        records.map { |record| to_line(record) }.join(line_separator) + (trailing_separator ? line_separator : '')
      end

      # Returns the line of a record.
      def to_line(details)
        record = record_type(details[:record_type]) or raise ArgumentError, "Invalid record type #{details[:record_type].inspect}"
        if record.respond_to?(:pre_gen)
          details = details.dup
          record.pre_gen(details)
        end
        return details[:line] if record.text?
        return record.to_line(details) if record.respond_to?(:to_line)

        line = record.join(details)
        record.rts ? line.sub(record.rts == true ? /\s+$/ : record.rts, '') : line
      end

      def valid_attr?(type, attribute)
        attribute.to_sym == :ensure || record_type(type)&.fields&.include?(attribute.to_sym) || false
      end

      private

      def new_line_type(name, record)
        record.name = name.to_sym
        @record_types ||= {}
        raise ArgumentError, "Line type #{record.name} is already defined" if @record_types.key?(record.name)

        (@record_order ||= []) << record
        @record_types[record.name] = record
      end

      def record_type(type) = type && @record_types[type.to_sym]

      def fail_at(line, number)
        error = Puppet::ResourceError.new("Could not parse line #{line.inspect}")
        error.line = number
        raise error
      end

      def processed(line, record)
        values = record.process(line.dup) or return nil
        raise Puppet::DevError, "Process record type #{record.name} returned non-hash" unless values.is_a?(Hash)

        values
      end

      def matched(line, record)
        found = record.match.match(line) or return nil
        record.fields.zip(found.captures).to_h { |field, value| [field, value == record.absent ? :absent : value] }
      end

      # More parts than fields belong to the last field.
      def separated(line, record)
        parts = line.split(record.separator == ' ' ? / / : record.separator)
        values = record.fields.to_h do |field|
          part = parts.shift
          [field, part && part != record.absent ? part : :absent]
        end
        last = record.fields.last
        values[last] = [values[last], *parts].join(record.joiner) if record.rollup && parts.any?
        values
      end
    end
  end
end
