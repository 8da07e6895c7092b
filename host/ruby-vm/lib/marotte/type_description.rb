# frozen_string_literal: true

module Marotte
  # Describes a type for the host.
  class TypeDescription
    HOOKS = %i[validate generate eval_generate refresh pre_run_check flush retrieve insync? exists? create destroy initialize post_compile
               set_sensitive_parameters].freeze

    def initialize(type, errors)
      @type = type
      @errors = errors
    end

    def to_host
      { 'name' => @type.name.to_s, 'doc' => @type.doc, 'attributes' => attributes, 'features' => features,
        'title_patterns' => title_patterns, 'providers' => providers, 'ensurable' => @type.validproperty?(:ensure) ? true : false,
        'hooks' => hooks, 'self_refresh' => @type.self_refresh ? true : false, 'isomorphic' => @type.isomorphic? ? true : false,
        'apply_to' => @type.apply_to.to_s }
    end

    # Returns the part about the providers in some files.
    def of_providers(files)
      { 'name' => @type.name.to_s, 'providers' => providers.select { |provider| files.include?(provider['file']) }, 'hooks' => hooks }
    end

    # Returns the patterns of titles unless Ruby code converts their parts.
    def title_patterns
      patterns = @type.title_patterns or return nil
      return 'computed' unless patterns.all? { |_, parts| parts.all? { |_, convert| convert.nil? || identity?(convert) } }

      patterns.map { |pattern, parts| [Values.regexp_text(pattern), parts.map { |name, _| name.to_s }] }
    rescue StandardError => e
      note(e)
      nil
    end

    private

    # Returns the attributes in the order in which they are set.
    def attributes
      # A type can declare an attribute with the name of a metaparameter.
      (@type.allattrs - (@type.metaparams - @type.parameters)).map do |name|
        attribute = @type.attrclass(name)
        kind = @type.validproperty?(name) ? 'property' : 'parameter'
        { 'name' => name.to_s, 'kind' => kind, 'is_namevar' => @type.key_attributes.include?(name), 'doc' => attribute.doc.rstrip }
          .merge(attribute.value_collection.to_host, options(attribute, kind))
      end
    end

    def options(attribute, kind)
      matching = kind == 'property' && attribute <= Puppet::Property ? attribute.array_matching.to_s : nil
      { 'default' => default(attribute), 'array_matching' => matching,
        'is_required' => attribute.required? ? true : false, 'is_sensitive' => secret?(attribute),
        'required_features' => Array(attribute.required_features).map(&:to_s), 'is_boolean' => boolean?(attribute) }
    end

    # Returns whether values are secret: by declaration, or by the data type of the Resource API.
    def secret?(attribute)
      attribute.method_defined?(:is_sensitive) || (attribute.respond_to?(:marotte_data_type) && attribute.marotte_data_type.include?('Sensitive['))
    end

    def default(attribute)
      return nil unless attribute.method_defined?(:default)

      owner = attribute.instance_method(:default).owner
      declared = owner.respond_to?(:marotte_default) && owner.marotte_default
      return { 'computed' => true } if !declared || declared.key?('computed')

      { 'constant' => Types.encode(declared['constant']) }
    end

    def boolean?(attribute)
      attribute.marotte_boolean || attribute <= Puppet::Parameter::Boolean || attribute <= Puppet::Property::Boolean ? true : false
    end

    def features
      @type.features.map { |name| { 'name' => name.to_s, 'doc' => Puppet::Util::Docs.scrub(@type.provider_feature(name).docs.to_s) } }
    end

    # Returns whether the conversion of a part of a title returns it unchanged, as most do.
    def identity?(convert)
      ['a', 'A b', '/x/y/', 'x:y@z', "1.5\n", ' - '].all? { |text| convert.call(text.dup) == text }
    rescue StandardError
      false
    end

    def providers
      @type.providers.filter_map do |name|
        @type.provider(name).marotte_description
      rescue StandardError => e
        note(e)
        nil
      end
    end

    def note(error)
      @errors << { 'file' => nil, 'message' => Values.text(error.message), 'class' => error.class.name, 'trace' => Marotte.trace(error) }
    end

    # Returns which optional methods the type has.
    def hooks
      own = HOOKS.select { |name| own_method?(name) }
      own << :instances if @type.method(:instances).owner != TypeProviders
      own.concat(TypeRelations::KINDS.reject { |kind| @type.marotte_relations(kind).empty? }.map { |kind| :"auto#{kind}" })
      own.map(&:to_s)
    end

    def own_method?(name)
      return false unless @type.method_defined?(name) || @type.private_method_defined?(name)

      @type.instance_method(name).owner.then { |owner| owner != Puppet::Type && owner != Kernel && owner != Object }
    end
  end
end
