# frozen_string_literal: true

require 'time'
require 'timeout'

module Marotte
  # Conversions of the values of facts.
  module FactValues
    # Raised for a value that a fact cannot have.
    class Invalid < StandardError; end

    # Raised for values of chunks that cannot be combined, or cannot be passed to other chunks.
    class Conflict < StandardError; end
    class NotData < StandardError; end

    TYPES = [Integer, Float, TrueClass, FalseClass, NilClass, Symbol, String, Array, Hash, Date, Time].freeze

    class << self
      # Returns the value of a resolution as Facter keeps it: points in time are texts, texts are UTF-8.
      def normalize(value)
        case value
        when Integer, Float, true, false, nil, Symbol then value
        when Date, Time then value.iso8601
        when String then normalize_text(value)
        when Array then value.map { |element| normalize(element) }
        when Hash then value.to_h { |key, element| [normalize(key), normalize(element)] }
        else raise Invalid, "Expected #{value} to be one of #{TYPES.inspect}, but was #{value.class}"
        end
      end

      # Returns the value with strings as keys of hashes.
      def with_text_keys(value)
        case value
        when Hash then value.to_h { |key, element| [key.to_s, with_text_keys(element)] }
        when Array then value.map { |element| with_text_keys(element) }
        else value
        end
      end

      # Returns the value as manifests have it: there, an element without a value is an empty string.
      def data(value)
        case value
        when Hash then value.to_h { |key, element| [key.to_s, data(element)] }
        when Array then value.map { |element| data(element) }
        when Numeric, true, false, String then value
        else value.to_s
        end
      end

      # Returns a frozen copy for other chunks.
      def freeze(value)
        case value
        when Numeric, Symbol, true, false, nil then value
        when String then value.dup.freeze
        when Array then value.map { |element| freeze(element) }.freeze
        when Hash then value.to_h { |key, element| [freeze(key), freeze(element)] }.freeze
        else raise NotData, "Cannot deep freeze #{value}:#{value.class}"
        end
      end

      # Combines hashes and arrays.
      def merge(left, right, path = [])
        return left if right.nil?
        return right if left.nil?
        return left + right if left.is_a?(Array) && right.is_a?(Array)

        conflict(left, right, path) unless left.is_a?(Hash) && right.is_a?(Hash)
        left.merge(right) { |key, one, other| merge(one, other, [*path, key]) }
      end

      # Returns the part of a value for keys and indices. Raises IndexError or TypeError if there is none.
      def part(value, keys)
        keys.reduce(value) do |whole, key|
          raise KeyError unless whole.respond_to?(:fetch)

          key = key.to_i if key.match?(/\A\d+\z/)
          whole.fetch(key) { whole.fetch(key.to_s) }
        end
      end

      private

      def normalize_text(text)
        text = text.encode(Encoding::UTF_8)
        return text if text.valid_encoding?

        raise Invalid, "String #{text.inspect} doesn't match the reported encoding #{text.encoding}"
      rescue EncodingError
        raise Invalid, "String encoding #{text.encoding} is not UTF-8 and could not be converted to UTF-8"
      end

      def conflict(left, right, path)
        place = path.empty? ? '' : " at root#{path.map { |key| "[#{key.inspect}]" }.join}"
        raise Conflict, "Cannot merge #{left.inspect}:#{left.class} and #{right.inspect}:#{right.class}#{place}"
      end
    end
  end
end
