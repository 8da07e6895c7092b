# frozen_string_literal: true

module Marotte
  # The text form of values in messages about changes.
  module Display
    ESCAPES = { "\t" => '\\t', "\n" => '\\n', "\r" => '\\r', '"' => '\\"', '\\' => '\\\\', '$' => '\\$' }.freeze

    class << self
      # Returns the form of a value that is not part of another one.
      def format(value)
        case value
        when nil, :undef then ''
        when Float then Kernel.format('%f', value)
        when Regexp then Values.regexp_text(value)
        when Puppet::Pops::Types::PSensitiveType::Sensitive then value.to_s
        else nested(value, 0)
        end
      end

      private

      def nested(value, level)
        case value
        when nil, :undef then 'undef'
        when :default, true, false, Numeric, Module, HostObject, Puppet::Resource, SemanticPuppet::Version then value.to_s
        when Puppet::Pops::Types::PSensitiveType::Sensitive then value.inspect
        when Puppet::Pops::Types::PBinaryType::Binary then "Binary(\"#{value}\")"
        when Regexp then "/#{Values.regexp_text(value)}/"
        when Array then array(value, level)
        when Hash then hash(value, level)
        else quoted(value.to_s)
        end
      end

      # Arrays and hashes in an array begin on lines of their own.
      def array(value, level)
        before = false
        parts = value.each_with_index.map do |element, index|
          container = element.is_a?(Array) || element.is_a?(Hash)
          space = container || before ? "\n#{'  ' * (level + 1)}" : ' '
          before = container
          "#{space unless index.zero? && !container}#{nested(element, level + 1)}"
        end
        "[#{parts.join(',')}]"
      end

      def hash(value, level)
        inner = '  ' * (level + 1)
        entries = value.map { |key, element| "#{inner}#{nested(key, level + 1)} => #{nested(element, level + 1)}" }
        "{\n#{entries.join(",\n")}\n#{'  ' * level}}"
      end

      def quoted(text)
        return "'#{text.gsub("'", "\\\\'")}'" unless text.match?(/[[:cntrl:]]/)

        escaped = text.gsub(/[[:cntrl:]"\\$]/) { |character| ESCAPES.fetch(character) { Kernel.format('\\u{%X}', character.ord) } }
        "\"#{escaped}\""
      end
    end
  end
end
