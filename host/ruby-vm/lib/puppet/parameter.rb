# frozen_string_literal: true

require 'puppet/docs'

module Puppet
  # An attribute of a resource that is not part of the state of the system. The subclasses are the attributes of types.
  class Parameter
    include Puppet::Util
    include Puppet::Util::Errors
    include Puppet::Util::Logging

    class << self
      include Puppet::Util
      include Puppet::Util::Docs

      attr_reader :name, :default, :required_features, :value_collection, :marotte_default, :marotte_boolean
      attr_writer :marotte_boolean
      attr_accessor :metaparam

      def initvars = @value_collection = ValueCollection.new

      # Sets the default, a value or a block that runs in the attribute.
      def defaultto(value = nil, &block)
        raise Puppet::DevError, 'Either a default value or block must be provided' if block.nil? && value.nil?

        @marotte_default = block ? { 'computed' => true } : { 'constant' => value }
        define_method(:default, &(block || -> { value }))
      end

      def nodefault
        undef_method(:default) if public_method_defined?(:default)
      end

      def sensitive(value = nil, &block) = define_method(:is_sensitive, &(block || -> { value }))
      def munge(&block) = define_method(:unsafe_munge, &block)
      def unmunge(&block) = define_method(:unsafe_unmunge, &block)
      def validate(&block) = define_method(:unsafe_validate, &block)
      def newvalues(*names) = value_collection.newvalues(*names)
      def aliasvalue(name, other) = value_collection.aliasvalue(name, other)
      def isnamevar = @isnamevar = @required = true
      def isnamevar? = @isnamevar
      def isrequired = @required = true
      def required? = @required

      def required_features=(*names)
        @required_features = names.flatten.map { |name| name.to_s.downcase.to_sym }
      end

      # Returns the documentation with the allowed values and the required features.
      def doc
        @marotte_doc ||= begin
          text = +scrub(@doc || '')
          text << "\n\n#{value_collection.doc}" if value_collection
          text << "\n\nRequires features #{required_features.flatten.join(' ')}." if required_features
          text
        end
      end

      def desc(text)
        @marotte_doc = nil
        @doc = text
      end

      def format_value_for_display(value) = Marotte::Display.format(value)

      # Defines methods that call the method of the class.
      def proxymethods(*names) = names.each { |name| define_method(name) { self.class.public_send(name) } }
    end

    proxymethods(:required?, :isnamevar?)

    attr_accessor :resource, :parent, :sensitive

    def initialize(resource: nil, value: nil, should: nil)
      raise Puppet::DevError, "No resource set for #{self.class.name}" unless resource

      @resource = resource
      self.value = value if value
      self.should = should if should
    end

    def name = self.class.name
    def to_s = name.to_s
    def metaparam? = self.class.metaparam
    def provider = resource.provider
    def line = resource.line
    def file = resource.file
    def version = resource.version
    def path = @path ||= "/#{pathbuilder.flatten.join('/')}"
    def pathbuilder = resource ? [resource.pathbuilder, name] : [name]
    def noop = @noop || resource.noop || Puppet[:noop] || false
    def tags = @tags ||= resource.respond_to?(:tags) ? resource.tags.add(name.to_s) : Set[name.to_s]
    def log(message) = send_log(resource[:loglevel], message)
    def remove = @resource = nil
    def format(text, *arguments) = text % arguments.map { |argument| sensitive ? '[redacted]' : argument.to_s }

    # Returns the value in the form of the manifest.
    def value = @value.nil? ? nil : unmunge(@value)

    def value=(value)
      validate(value)
      @value = munge(value)
    end

    # Checks a value with the block of the declaration.
    def validate(value)
      unsafe_validate(value)
    rescue ArgumentError => e
      fail Puppet::Error, e.to_s, e
    rescue Puppet::Error, TypeError
      raise
    rescue StandardError => e
      raise Puppet::DevError, "Validate method failed for class #{name}: #{e}", e.backtrace
    end

    # Converts a value with the block of the declaration.
    def munge(value)
      unsafe_munge(value)
    rescue Puppet::Error
      raise
    rescue StandardError => e
      raise Puppet::DevError, "Munging failed for value #{value.inspect} in class #{name}: #{e}", e.backtrace
    end

    def unmunge(value) = unsafe_unmunge(value)
    def unsafe_validate(value) = self.class.value_collection.validate(value)
    def unsafe_munge(value) = self.class.value_collection.munge(value)
    def unsafe_unmunge(value) = value

    # Returns the value that the host shows.
    def marotte_canonical = value
  end
end

require 'puppet/value_collection'

module Puppet
  # Conversion of values.
  module Coercion
    def self.boolean(value)
      case value.respond_to?(:downcase) ? value.downcase : value
      when true, :true, 'true', :yes, 'yes' then true # rubocop:disable Lint/BooleanSymbol
      when false, :false, 'false', :no, 'no' then false # rubocop:disable Lint/BooleanSymbol
      else fail('expected a boolean value') # rubocop:disable Style/SignalException
      end
    end

    def self.boolean_values = %w[true false yes no]
  end

  class Parameter
    # A parameter that is true or false.
    class Boolean < Parameter
      def self.initvars
        super
        value_collection.newvalues(*Puppet::Coercion.boolean_values)
      end

      def unsafe_munge(value) = Puppet::Coercion.boolean(value)
    end

    # A parameter that is an absolute path, or several of them.
    class Path < Parameter
      def self.accept_arrays(accepted = true) = @accept_arrays = accepted ? true : false # rubocop:disable Style/OptionalBooleanParameter
      def self.arrays? = @accept_arrays

      def validate_path(paths)
        check_single(paths)
        fail "#{name} must be a fully qualified path" unless Array(paths).all? { |path| Puppet::Util.absolute_path?(path) }

        paths
      end

      def unsafe_validate(paths) = validate_path(paths)
      def unsafe_munge(paths) = check_single(paths) || paths

      private

      def check_single(paths)
        fail "#{name} only accepts a single path, not an array of paths" if paths.is_a?(Array) && !self.class.arrays?
      end
    end

    # Options for a package manager: texts and hashes. Those with spaces are quoted.
    class PackageOptions < Parameter
      def unsafe_munge(values)
        (values.is_a?(Array) ? values : [values]).map do |value|
          case value
          when Hash then value.to_h { |key, element| [quote(key), quote(element)] }
          when String then quote(value)
          else fail 'Expected either a string or hash of options'
          end
        end
      end

      def quote(text) = text.include?(' ') ? "\"#{text.gsub('"', '\"')}\"" : text
    end
  end
end
