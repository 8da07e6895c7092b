# frozen_string_literal: true

module Puppet
  module Pops
    module Types
      # A data type of the host. The subclasses exist for comparisons with `is_a?`.
      class PAnyType < Marotte::HostObject
        def instance?(value, *)
          Marotte.ask('is_instance', type: marotte_number, value: Marotte::Values.encode(value))
        end

        def assignable?(other, *)
          Marotte.ask('is_assignable', type: marotte_number, other: other.marotte_number)
        end

        def callable_args?(*) = false
        def simple_name = self.class.name[/P(\w+)Type\z/, 1]
        def name = is_a?(PResourceType) ? 'Resource' : to_s[/\A[\w:]+/]
        def ===(value) = instance?(value)
      end

      # A secret. It is not shown when it is printed.
      class PSensitiveType < PAnyType
        class Sensitive
          def initialize(value)
            @value = value.is_a?(Sensitive) ? value.unwrap : value
          end

          def unwrap = @value
          def to_s = 'Sensitive [value redacted]'
          def inspect = "#<#{self}>"
          def ==(other) = other.is_a?(Sensitive) && other.unwrap == unwrap
          alias eql? ==
          def hash = @value.hash
        end
      end

      # Bytes.
      class PBinaryType < PAnyType
        class Binary
          attr_reader :binary_buffer

          def self.from_base64(text) = new(text.unpack1('m'))
          def self.from_base64_strict(text) = new(text.unpack1('m0'))
          def self.from_string(text) = new(text.encode(Encoding::UTF_8).b)
          def self.from_binary_string(bytes) = new(bytes)

          def initialize(bytes)
            @binary_buffer = bytes.b.freeze
          end

          def to_s = [@binary_buffer].pack('m0')
          def length = @binary_buffer.length
          def ==(other) = other.is_a?(Binary) && other.binary_buffer == binary_buffer
          alias eql? ==
          def hash = @binary_buffer.hash
        end
      end

      # A call that is made when the catalog is applied.
      class PDeferred < Marotte::HostObject
        def name = parts[0]
        def arguments = parts[1]

        private

        def parts = @parts ||= Marotte.value('deferred', object: marotte_number)
      end

      class PCatalogEntryType < PAnyType; end

      class PClassType < PCatalogEntryType
        def class_name = to_s[/\AClass\[(.*)\]\z/m, 1]&.delete_prefix("'")&.delete_suffix("'")
      end

      class PResourceType < PCatalogEntryType
        def type_name = to_s[/\A[^\[]+/]
        def title = to_s[/\A[^\[]+\[(.*)\]\z/m, 1]&.delete_prefix("'")&.delete_suffix("'")
      end

      class << self
        # Returns the class of host objects with a name of Puppet.
        def class_of(name)
          case name
          when 'Puppet::Pops::Lookup::Context' then return Puppet::LookupContext
          when 'Puppet::DataTypes::Deferred' then return PDeferred
          end

          short = name.delete_prefix('Puppet::Pops::Types::')
          short.match?(/\AP[A-Z]\w*Type\z/) ? const_get(short) : Marotte::HostObject
        end

        # Defines the class of a data type.
        def const_missing(name)
          return const_set(name, Class.new(PAnyType)) if name.match?(/\AP[A-Z]\w*Type\z/)

          raise NameError.new("uninitialized constant Puppet::Pops::Types::#{name} (Marotte's library for Ruby code does not have it)",
                              name, receiver: self)
        end
      end

      # Parses data types.
      class TypeParser
        def self.singleton = @singleton ||= new

        def parse(text, _scope = nil) = Marotte.value('type', text: text)
        def interpret(text, *) = parse(text)
      end

      # Answers questions about data types.
      class TypeCalculator
        class << self
          def singleton = @singleton ||= new
          def infer(value) = Marotte.value('infer', value: Marotte::Values.encode(value))
          def infer_set(value) = Marotte.value('infer_set', value: Marotte::Values.encode(value))
          def instance?(type, value) = type.instance?(value)
          def assignable?(type, other) = type.assignable?(other)
          def generalize(type) = Marotte.value('generalize', type: type.marotte_number)
          def string(type) = type.to_s
        end

        def infer(value) = self.class.infer(value)
        def infer_set(value) = self.class.infer_set(value)
        def instance?(type, value) = self.class.instance?(type, value)
        def assignable?(type, other) = self.class.assignable?(type, other)
        def string(type) = type.to_s
      end

      # Makes data types.
      module TypeFactory
        NAMES = { any: 'Any', string: 'String', integer: 'Integer', float: 'Float', boolean: 'Boolean', numeric: 'Numeric',
                  scalar: 'Scalar', data: 'Data', rich_data: 'RichData', undef: 'Undef', default: 'Default', catalog_entry: 'CatalogEntry',
                  binary: 'Binary', timestamp: 'Timestamp', timespan: 'Timespan', sem_ver: 'SemVer', regexp: 'Regexp' }.freeze

        class << self
          NAMES.each { |name, type| define_method(name) { TypeParser.singleton.parse(type) } }

          def array_of(type, *) = TypeParser.singleton.parse("Array[#{type}]")
          def array_of_any = TypeParser.singleton.parse('Array')
          def array_of_data = TypeParser.singleton.parse('Array[Data]')
          def hash_of(value, key = 'Scalar', *) = TypeParser.singleton.parse("Hash[#{key}, #{value}]")
          def hash_of_any = TypeParser.singleton.parse('Hash')
          def hash_of_data = TypeParser.singleton.parse('Hash[String, Data]')
          def optional(type) = TypeParser.singleton.parse("Optional[#{type}]")
          def not_undef(type = 'Any') = TypeParser.singleton.parse("NotUndef[#{type}]")
          def variant(*types) = TypeParser.singleton.parse("Variant[#{types.join(', ')}]")
          def enum(*values) = TypeParser.singleton.parse("Enum[#{values.map(&:inspect).join(', ')}]")
          def range(from, to) = TypeParser.singleton.parse("Integer[#{from || 'default'}, #{to || 'default'}]")
          def tuple(types, *) = TypeParser.singleton.parse("Tuple[#{types.join(', ')}]")
          def struct(members) = TypeParser.singleton.parse("Struct[{#{members.map { |name, type| "#{name.inspect} => #{type}" }.join(', ')}}]")
          def type_type(type = nil) = TypeParser.singleton.parse(type ? "Type[#{type}]" : 'Type')
          def sensitive(type = nil) = TypeParser.singleton.parse(type ? "Sensitive[#{type}]" : 'Sensitive')
          def pattern(*patterns) = TypeParser.singleton.parse("Pattern[#{patterns.map { |one| one.is_a?(Regexp) ? one.inspect : "/#{one}/" }.join(', ')}]")
          def callable(*types) = TypeParser.singleton.parse("Callable[#{types.join(', ')}]")
          def host_class(name = nil) = TypeParser.singleton.parse(name ? "Class[#{name}]" : 'Class')

          def resource(name = nil, title = nil)
            type = name ? name.to_s.split('::').map(&:capitalize).join('::') : 'Resource'
            TypeParser.singleton.parse(title ? "#{type}['#{title}']" : type)
          end

          def deferred = Deferred
          def type_of(value) = TypeCalculator.infer(value)
        end
      end

      # Makes calls that are made when the catalog is applied.
      module Deferred
        def self.create(name, arguments = [])
          type = TypeParser.singleton.parse('Deferred')
          Marotte.value('call', name: 'new', arguments: Marotte::Values.encode([type, name, arguments]))
        end
      end

      # Checks values.
      module TypeAsserter
        def self.assert_instance_of(subject, type, value, nil_ok = false)
          type = TypeParser.singleton.parse(type) if type.is_a?(String)
          return value if (nil_ok && value.nil?) || type.instance?(value)

          subject = subject.map(&:to_s).join(' ') if subject.is_a?(Array)
          raise Puppet::ParseError, Marotte.ask('mismatch', subject: subject.to_s, type: type.marotte_number, value: Marotte::Values.encode(value))
        end
      end

      # Describes a value that does not have a type.
      class TypeMismatchDescriber
        def self.singleton = @singleton ||= new

        def describe_mismatch(name, expected, actual, *)
          Marotte.ask('type_mismatch', subject: name.to_s, type: expected.marotte_number, other: actual.marotte_number)
        end
      end

      # Values that can be iterated.
      module Iterable
        def self.asserted_iterable(caller, value)
          on(value) or raise ArgumentError, "#{caller.class}(): wrong argument type (#{value.class}; is not Iterable."
        end

        def self.on(value)
          case value
          when String then value.each_char
          when Integer then value.times
          when Array, Hash then value.each
          end
        end
      end
    end

    # Text forms of values.
    module Serialization
      class ToDataConverter
        def self.convert(value, _options = {}) = data(value)

        def self.data(value)
          case value
          when Array then value.map { |element| data(element) }
          when Hash then value.to_h { |key, element| [key.is_a?(String) ? key : key.to_s, data(element)] }
          when nil, true, false, Integer, Float, String then value
          when Symbol then value == :undef ? nil : value.to_s
          else value.to_s
          end
        end
      end
    end

    # Where the language stands.
    module PuppetStack
      def self.stacktrace = Marotte.ask('stack').map { |file, line| [file, line] }
      def self.top_of_stack = stacktrace.first || []
    end

    module Evaluator
      # A block of Puppet code.
      class PuppetProc < Proc; end

      module Runtime3ResourceSupport
        def self.find_resource_type(scope, name) = Marotte.ask('has_type', name: name.to_s) ? Puppet::Resource::Type.new(name) : nil
        def self.find_resource_type_or_class(scope, name) = find_resource_type(scope, name)
      end
    end
  end
end
