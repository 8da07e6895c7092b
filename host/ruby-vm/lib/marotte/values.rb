# frozen_string_literal: true

module Marotte
  # Conversion of values to and from the form of requests; the host's crate documents it.
  module Values
    INTEGERS = (-(2**63)..((2**63) - 1)).freeze

    class << self
      # Returns the Ruby object of a value.
      def decode(value)
        return value unless value.is_a?(Array)

        case value[0]
        when 'a' then value.drop(1).map { |element| decode(element) }
        when 'h' then value.drop(1).each_slice(2).to_h { |key, element| [decode(key), decode(element)] }
        when 'y' then value[1].to_sym
        when 'f' then { 'NaN' => Float::NAN, 'Infinity' => Float::INFINITY }.fetch(value[1], -Float::INFINITY)
        when 'b' then Puppet::Pops::Types::PBinaryType::Binary.new(value[1].unpack1('m0'))
        when 'r' then Regexp.new(value[1])
        when 's' then Puppet::Pops::Types::PSensitiveType::Sensitive.new(decode(value[1]))
        when 'o' then HostObject.of(value[1], value[2], value[3])
        else raise ArgumentError, "unknown value #{value[0]}"
        end
      end

      # Returns the form of a Ruby object.
      def encode(value)
        case value
        when nil, true, false then value
        when Integer then integer(value)
        when Float then value.finite? ? value : ['f', value.to_s]
        when String then string(value)
        when Symbol then value == :undef ? nil : ['y', value.to_s]
        when Array then ['a', *value.map { |element| encode(element) }]
        when Hash then ['h', *value.flat_map { |key, element| [encode(key), encode(element)] }]
        when Regexp then ['r', regexp_text(value)]
        else object(value)
        end
      end

      # Returns a text that is valid UTF-8.
      def text(value)
        text = value.to_s
        text = text.dup.force_encoding(Encoding::UTF_8) if text.encoding == Encoding::BINARY
        text = text.encode(Encoding::UTF_8, invalid: :replace, undef: :replace) unless text.encoding == Encoding::UTF_8
        text.scrub
      end

      # Returns the bytes of a text, which has another form if it is not UTF-8.
      def bytes(value) = value.is_a?(Array) ? value[1].unpack1('m0') : value

      # Returns the source of a regular expression, with its options.
      def regexp_text(value) = (value.options & 7).zero? ? value.source : value.to_s

      private

      def integer(value)
        return value if INTEGERS.cover?(value)

        bound = value.positive? ? 'max' : 'min'
        raise ArgumentError, "Use of a Ruby Integer outside of Puppet Integer #{bound} range, got '#{format('%#x', value)}'"
      end

      def string(value)
        return value if value.encoding == Encoding::UTF_8 && value.valid_encoding?

        text = value.encoding == Encoding::BINARY ? value.dup.force_encoding(Encoding::UTF_8) : value.encode(Encoding::UTF_8)
        text.valid_encoding? ? text : ['b', [value].pack('m0')]
      end

      def object(value)
        case value
        when HostObject then ['o', value.marotte_class, value.to_s, value.marotte_number]
        when Puppet::Pops::Types::PSensitiveType::Sensitive then ['s', encode(value.unwrap)]
        when Puppet::Pops::Types::PBinaryType::Binary then ['b', [value.binary_buffer].pack('m0')]
        when Puppet::Resource then value.marotte_reference
        when Set, Range then ['a', *value.map { |element| encode(element) }]
        when SemanticPuppet::Version then Marotte.ask('make', type: 'SemVer', text: value.to_s)
        else
          return encode(value.to_host) if value.respond_to?(:to_host)

          Puppet.warning("A Ruby object of the class #{value.class} is converted to the String '#{text(value)}'")
          text(value)
        end
      end
    end
  end

  # An object of the host: a data type, a reference, a point in time, and so on.
  class HostObject
    attr_reader :marotte_class, :marotte_number

    # Returns an object of the class with this name.
    def self.of(name, text, number)
      case name
      when 'Puppet::Resource' then return Puppet::Resource.of_host(text, number)
      when 'Puppet::Pops::Types::PBinaryType::Binary' then return Puppet::Pops::Types::PBinaryType::Binary.from_base64(text)
      when 'SemanticPuppet::Version' then return SemanticPuppet::Version.parse(text)
      end

      Puppet::Pops::Types.class_of(name).new(name, text, number)
    end

    def initialize(name, text, number)
      @marotte_class = name
      @text = text
      @marotte_number = number
    end

    def to_s
      @text.dup
    end

    def ==(other)
      other.is_a?(HostObject) && marotte_class == other.marotte_class && to_s == other.to_s
    end
    alias eql? ==

    def hash
      [@marotte_class, @text].hash
    end
  end
end
