# frozen_string_literal: true

require 'puppet/type'
require 'marotte/type_description'

module Marotte
  # An error that concerns an attribute of a resource.
  module AttributeError
    attr_accessor :marotte_attribute

    # Adds the attribute to errors of the block.
    def self.concerning(name)
      yield
    rescue StandardError => e
      unless e.is_a?(AttributeError)
        e.extend(AttributeError)
        e.marotte_attribute = name.to_s
      end
      raise
    end
  end

  # Requests of the host about types and resources.
  module Types
    REQUESTS = %w[describe_types describe_providers title_patterns parse_title canonicalize relate].freeze

    @types = Hash.new { |files, file| files[file] = [] }
    @failures = {}
    @loading = []
    @instances = {}
    @added = {}

    class << self
      def handle(request) = send(request['do'], request)

      # Notes the file of a type that is declared: that of its block if it is being loaded.
      def register(type, file)
        file = @loading.last unless @loading.include?(file)
        @types[file] = @types[file].reject { |one| one.name == type.name } << type if file
      end

      # Notes a provider that cannot be used because the interpreter lacks a library. The others of the type can be used.
      def note_failure(type, error)
        Puppet.debug(error.message)
        (@failures[type.name] ||= []) << error
      end

      # Notes that the block loads a file.
      def loading(file)
        @loading << file
        yield
      ensure
        @loading.pop
      end

      # Returns the resource of an earlier request.
      def instance(id) = @instances.fetch(id) { raise Puppet::DevError, "The resource #{id} is not known" }
      def instance?(id) = @instances.key?(id)

      # Returns the identifiers of the resources of a type with a provider.
      def of_provider(type, provider)
        @instances.filter_map { |id, instance| id if instance.instance_of?(type) && instance.provider.instance_of?(provider) }
      end

      def keep(id, instance) = @instances[id] = instance

      # Notes a resource that another one adds, and returns it later.
      def add(instance) = @added[key(instance.type, instance.title)] = instance
      def added(type, title) = @added[key(type, title)]

      def forget(id) = @instances.delete(id)

      # Makes the resources of the rows in a request that are not known, and adds their identifiers.
      def with_instances(request)
        rows = request['rows'] or return request

        type = find(request['type'])
        rows.each { |row| keep(row['id'], make(type, row, request['provider'])) unless instance?(row['id']) && complete?(row) }
        request.merge('ids' => rows.map { |row| row['id'] }, 'id' => rows.first&.fetch('id'), 'wanted' => rows.map { |row| row['wanted'] })
      end

      # Returns whether a resource has all values of a row: secrets are not known at first.
      def complete?(row)
        instance = instance(row['id'])
        Values.decode(row['values']).none? { |name, value| value.is_a?(Puppet::Pops::Types::PSensitiveType::Sensitive) && instance[name].nil? }
      end

      # Returns the form of a value in which everything that the language does not have is a String.
      def encode(value) = Values.encode(plain(value))

      def plain(value)
        case value
        when nil, true, false, Integer, Float, String then value
        when Puppet::Resource, HostObject, Puppet::Pops::Types::PSensitiveType::Sensitive then value
        when :undef then nil
        when Array, Set then value.map { |element| plain(element) }
        when Hash then value.to_h { |key, element| [plain(key), plain(element)] }
        when Puppet::Provider then value.class.name.to_s
        else value.to_s
        end
      end

      # Makes the resource of a row: title, attributes and the provider that the host chose.
      def make(type, row, provider)
        made = Puppet::Resource.new(type, row['title'])
        made.catalog = Puppet::Resource::Catalog.current
        values = Values.decode(row['values'] || ['h']).compact
        values['provider'] ||= provider if provider && type.provider(provider) && type.paramclass(:provider)
        values.each { |name, value| made[name] = unwrap(made, name, value) }
        type.new(made)
      end

      # Returns the values of a resource after all conversions.
      def values_of(instance)
        instance.parameters.reject { |_, parameter| parameter.metaparam? }.filter_map do |name, parameter|
          value = canonical(parameter)
          next if value.nil?

          secret = parameter.sensitive || instance.marotte_secrets.include?(name)
          [name.to_s, secret ? Puppet::Pops::Types::PSensitiveType::Sensitive.new(plain(value)) : value]
        end.to_h
      end

      private

      def key(type, title) = [type.to_s.downcase, title.to_s]

      def describe_types(request)
        request['files'].map do |file|
          errors = []
          load_types(file, errors)
          types = @types[file].map { |type| TypeDescription.new(type, errors).to_host }
          @types[file].each { |type| errors.concat(Array(@failures[type.name]).map { |failure| error(file, failure) }) }
          { 'file' => file, 'types' => types, 'errors' => errors }
        end
      end

      # Describes the providers in files for types that the host implements.
      def describe_providers(request)
        request['types'].map do |described|
          errors = []
          type = find(described['type'])
          described['files'].each { |file| load_provider(type, file, errors) }
          { 'type' => TypeDescription.new(type, errors).of_providers(described['files']), 'errors' => errors }
        end
      end

      def load_provider(type, file, errors)
        name = File.basename(file, '.rb')
        type.providerloader.load(name) unless type.providerloader.loaded?(name)
      rescue StandardError, ScriptError => e
        errors << error(file, e)
      end

      # Returns the title patterns of the type in a file; its providers are not loaded.
      def title_patterns(request)
        errors = []
        load_types(request['file'], errors)
        type = @types[request['file']].find { |one| one.name.to_s == request['type'] }
        type && TypeDescription.new(type, errors).title_patterns
      end

      # Loads a file unless its types are known.
      def load_types(file, errors)
        return if @types.key?(file)

        Autoloader.loaded[file[%r{puppet/type/.*(?=\.rb\z)}]] = file
        loading(file) { Kernel.load(file) }
      rescue StandardError, ScriptError => e
        errors << error(file, e)
      end

      def error(file, error)
        { 'file' => file, 'message' => Values.text(error.message), 'class' => error.class.name, 'trace' => Marotte.trace(error) }
      end

      def parse_title(request)
        find(request['type']).marotte_parse_title(request['title']).to_h { |name, value| [name.to_s, encode(value)] }
      end

      def find(name) = Puppet::Type.type(name) || raise(Puppet::Error, "Could not find type #{name}")

      def canonicalize(request)
        type = find(request['type'])
        raise Puppet::Error, "The type #{type.name} can be applied to devices only" unless type.can_apply_to(:host)

        rows = []
        problems = []
        request['rows'].each do |row|
          instance = keep(row['id'], make(type, row, request['provider']))
          rows << { 'id' => row['id'], 'values' => encode(values_of(instance)), 'key' => encode(instance.uniqueness_key) }
        rescue StandardError, ScriptError => e
          attribute = e.is_a?(AttributeError) ? e.marotte_attribute : nil
          problems << { 'id' => row['id'], 'attribute' => attribute, 'message' => Values.text(e.message) }
        end
        { 'rows' => rows, 'problems' => problems }
      end

      # Secrets are passed as plain values whose names are noted.
      def unwrap(resource, name, value)
        return value unless value.is_a?(Puppet::Pops::Types::PSensitiveType::Sensitive)

        resource.sensitive_parameters << name.to_sym
        value.unwrap
      end

      # The value of a property that asks the system may not be known yet.
      def canonical(parameter)
        parameter.marotte_canonical
      rescue StandardError => e
        Puppet.debug("The value of #{parameter.path} is not known yet: #{e.message}")
        values = parameter.instance_variable_get(:@should)
        parameter.is_a?(Puppet::Property) && !parameter.match_all? ? values&.first : values
      end

      def relate(request)
        request['rows'].flat_map { |id| relations(id, instance(id)) }
      end

      def relations(id, instance)
        TypeRelations::KINDS.flat_map do |kind|
          instance.marotte_related(kind).flat_map { |type, list| edges(id, kind, type, list) }
        end
      rescue StandardError, ScriptError => e
        [{ 'id' => id, 'message' => Values.text(e.message) }]
      end

      # Resources have a type of their own.
      def edges(id, kind, type, list)
        list.group_by { |one| one.is_a?(Puppet::Type) || one.is_a?(Puppet::Resource) ? one.type.to_s : type.to_s }.map do |name, ones|
          titles = ones.map { |one| one.respond_to?(:title) ? one.title.to_s : one.to_s }
          { 'id' => id, 'edge' => kind.to_s, 'type' => name, 'titles' => titles }
        end
      end
    end
  end
end
