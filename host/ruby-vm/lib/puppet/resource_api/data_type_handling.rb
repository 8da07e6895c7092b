# frozen_string_literal: true

module Puppet
  module ResourceApi
    # The parts of data types, taken from their text.
    module DataTypeParts
      TOKEN = %r{'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|(?<=[\[,]|, )/(?:[^/\\]|\\.)*/|[\[\]{},]|[^'"\[\]{},/]+|/}m
      OPENING = %w([ {).freeze
      CLOSING = %w(] }).freeze

      class << self
        # Returns the texts of the parameters: `Array[String, 1]` has `String` and `1`.
        def texts(type)
          inner = type.to_s[/\A[\w:]+\[(.*)\]\z/m, 1] or return []
          depth = 0
          "[#{inner}".scan(TOKEN).drop(1).each_with_object([+'']) do |token, parts|
            depth += 1 if OPENING.include?(token)
            depth -= 1 if CLOSING.include?(token)
            depth.zero? && token == ',' ? parts << +'' : parts.last << token
          end.map(&:strip)
        end

        # Returns the parameters that are data types.
        def types(type)
          texts(type).grep(/\A[A-Z]/).map { |text| DataTypeHandling.parse(text) }
        end

        # Returns the values of an Enum.
        def values(type)
          texts(type).grep(/\A['"]/).map { |text| text[1..-2].gsub(/\\(.)/, '\1') }
        end
      end
    end

    # Parsing of data types, conversion and checks of values.
    module DataTypeHandling
      # Numbers as the Puppet language has them; the documentation of attributes shows the pattern.
      NUMERIC = /\A[[:blank:]]*([-+]?)[[:blank:]]*((0[xX][0-9A-Fa-f]+)|(0?\d+)((?:\.\d+)?(?:[eE]-?\d+)?))[[:blank:]]*\z/
      PRESENCE = %w[absent present].freeze
      BOOLEANS = { true: true, false: false }.freeze

      @types = {}

      class << self
        # Returns the data type with this text, which is parsed once.
        def parse(text) = @types[text] ||= Pops::Types::TypeParser.singleton.parse(text)

        # Returns the data type of an attribute.
        def parse_puppet_type(attribute, text)
          parse(text)
        rescue ParseError => e
          problem = e.is_a?(ParseErrorWithIssue) || e.message.start_with?('Syntax error') ? 'could not be parsed' : 'is not recognised'
          raise DevError, "The type of the `#{attribute}` attribute `#{text}` #{problem}: #{e.message}"
        end

        # Returns a value in the form for the provider. A value that does not have the type is an error.
        def mungify(type, value, subject, unpack_strings = false) # rubocop:disable Style/OptionalBooleanParameter
          value = mungify_core(type, value, subject, unpack_strings)
          validate(type, value, subject)
          value
        end

        # Converts a value: texts of a command line, or the symbols that Puppet has for booleans.
        def mungify_core(type, value, subject, unpack_strings = false) # rubocop:disable Style/OptionalBooleanParameter
          return BOOLEANS.fetch(value, value) unless unpack_strings

          converted, problem = try_mungify(type, value, subject)
          raise ResourceError, problem if problem

          converted
        end

        # Returns the converted value and nil, or nil and the reason why it cannot be converted.
        def try_mungify(type, value, subject)
          case type
          when Pops::Types::POptionalType
            inner = DataTypeParts.types(type).first
            return value.nil? || inner.nil? ? [value, nil] : try_mungify(inner, value, subject)
          when Pops::Types::PVariantType
            found = try_variants(type, value, subject) and return found
          else value = unpack(type, value, subject)
          end
          problem = try_validate(type, value, subject)
          problem ? [nil, problem] : [value, nil]
        end

        def boolean_munge(value) = value.is_a?(String) ? BOOLEANS.fetch(value.to_sym, value) : BOOLEANS.fetch(value, value)

        def ambiguous_error_msg(subject, value, type)
          "#{subject} #{value.inspect} is not unabiguously convertable to #{type}"
        end

        def validate(type, value, subject)
          problem = try_validate(type, value, subject)
          raise ResourceError, problem if problem
        end

        # Returns the message about a value that does not have the type.
        def try_validate(type, value, subject)
          value = encodable(value)
          return nil if type.instance?(value)

          Pops::Types::TypeMismatchDescriber.singleton.describe_mismatch(subject, type, Pops::Types::TypeCalculator.infer_set(value))
        end

        # Checks the type of `ensure`.
        def validate_ensure(definition)
          options = definition[:attributes][:ensure] or return
          type = parse_puppet_type(:ensure, options[:type])
          return if presence?(type) || optional_presence?(type)

          raise DevError, '`:ensure` attribute must have a type of: `Enum[present, absent]` or `Optional[Enum[present, absent]]`'
        end

        private

        # Returns a value in which objects that the language does not have are Symbols: no data type for values includes these.
        def encodable(value)
          case value
          when Array then value.map { |element| encodable(element) }
          when Hash then value.to_h { |key, element| [encodable(key), encodable(element)] }
          when nil, true, false, Numeric, String, Symbol, Regexp, Puppet::Resource, SemanticPuppet::Version, Marotte::HostObject,
               Pops::Types::PSensitiveType::Sensitive, Pops::Types::PBinaryType::Binary
            value
          else value.class.name.to_s.to_sym
          end
        end

        def presence?(type)
          type.is_a?(Pops::Types::PEnumType) && DataTypeParts.values(type).sort == PRESENCE
        end

        def optional_presence?(type)
          return presence?(DataTypeParts.types(type).first) if type.is_a?(Pops::Types::POptionalType)

          parts = type.is_a?(Pops::Types::PVariantType) ? DataTypeParts.types(type) : []
          parts.length == 2 && parts.any? { |part| part.to_s == 'Undef' } && parts.any? { |part| presence?(part) }
        end

        # Converts texts within a value.
        def unpack(type, value, subject)
          case type
          when Pops::Types::PArrayType then unpack_elements(type, value, subject)
          when Pops::Types::PBooleanType then boolean_munge(value)
          when Pops::Types::PIntegerType, Pops::Types::PFloatType, Pops::Types::PNumericType then number(value)
          when Pops::Types::PEnumType, Pops::Types::PStringType, Pops::Types::PPatternType then value.is_a?(Symbol) ? value.to_s : value
          else value
          end
        end

        # Elements are converted if all can be.
        def unpack_elements(type, value, subject)
          element = DataTypeParts.types(type).first
          return value unless value.is_a?(Array) && element

          results = value.map { |one| try_mungify(element, one, subject) }
          results.all? { |_, problem| problem.nil? } ? results.map(&:first) : value
        end

        # The value is a String only if it cannot be anything else.
        def try_variants(type, value, subject)
          texts, others = DataTypeParts.types(type).partition { |one| one.is_a?(Pops::Types::PStringType) }
          results = (others + texts.drop(1)).map { |one| try_mungify(one, value, subject) }.select { |_, problem| problem.nil? }
          return results.first if results.length == 1
          return [nil, ambiguous_error_msg(subject, value, type)] if results.length > 1

          texts.empty? ? nil : try_mungify(texts.first, value, subject)
        end

        # Returns the number that a text contains.
        def number(value)
          sign, digits = NUMERIC.match(value)&.captures&.first(2) if value.is_a?(String)
          return value if digits.nil?

          number = digits.match?(/\A0x/i) || digits.match?(/\A\d+\z/) ? Integer(digits, exception: false) : Float(digits)
          number && sign == '-' ? -number : number
        end
      end
    end
  end
end
