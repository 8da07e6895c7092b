# frozen_string_literal: true

module Puppet
  module ResourceApi
    # The values of several namevars, which identify a resource. They can be sorted.
    class MonkeyHash < Hash
      def <=>(other)
        return self.class.name <=> other.class.name unless other.is_a?(MonkeyHash)

        [keys.sort, keys.sort.map { |key| self[key] }] <=> [other.keys.sort, other.keys.sort.map { |key| other[key] }]
      end
    end

    # Declares the classes of registered types.
    module TypeDeclaration
      TRIGGER_OPTIONS = { type: 'Enum[do_not_specify_in_manifest]', default: 'do_not_specify_in_manifest',
                          desc: 'A hidden property which enables a type with custom insync to perform an insync check without ' \
                                'specifying any insyncable properties' }.freeze
      RELATIONSHIPS = %i[autorequire autobefore autosubscribe autonotify].freeze

      attr_reader :type_definition

      # Adds the declared attributes and relationships.
      def marotte_declare(definition)
        @type_definition = definition
        @doc = definition.definition[:desc]
        include(ResourceMethods)
        include(GeneratingMethods) if definition.feature?('custom_generate')
        validate { marotte_validate }
        marotte_attribute(TypeDefinition::TRIGGER, TRIGGER_OPTIONS) if definition.triggered?
        definition.attributes.each { |name, options| marotte_attribute(name.to_sym, options) }
        RELATIONSHIPS.each { |kind| definition.definition[kind]&.each { |type, titles| marotte_relate(kind, type, titles) } }
      end

      def context = @context ||= PuppetContext.new(type_definition)

      # Returns the provider, of which there is one for all resources.
      def my_provider
        marotte_reject_remote
        @my_provider ||= ResourceApi.load_provider(type_definition.name).new
      end

      # Resources of remote devices cannot be used.
      def marotte_reject_remote
        return unless type_definition.feature?('remote_resource')

        Transport.reject("the type '#{type_definition.name}', which has the feature remote_resource,")
      end

      # Returns what identifies a resource for the provider.
      def build_title(definition, values)
        namevars = definition.namevars
        return values[namevars.first] if namevars.length <= 1

        namevars.each_with_object(MonkeyHash.new) { |name, title| title[name] = values[name] }
      end

      def title_patterns
        patterns = type_definition.title_patterns
        return [[/(.*)/m, [[type_definition.namevars.first]]]] if patterns.empty?

        @title_patterns ||= patterns.map do |one|
          pattern = Regexp.new(one[:pattern])
          [pattern, pattern.names.map { |name| [name.to_sym] }]
        end
      end

      # Returns the values of a title, as its first pattern that matches has them.
      def marotte_title_values(title)
        title_patterns.each do |pattern, names|
          match = pattern.match(title) and return names.flatten.zip(match.captures).to_h
        end
        {}
      end

      # Asks the provider for the state of resources.
      def marotte_get(titles)
        type_definition.feature?('simple_get_filter') ? my_provider.get(context, titles) : my_provider.get(context)
      end

      def instances
        marotte_get([]).map do |state|
          type_definition.check_schema(state)
          new(title: state.fetch(:title) { build_title(type_definition, state) }).tap { |resource| resource.marotte_found(state) }
        end
      end

      private

      def marotte_attribute(name, options)
        type = self
        kind, parent =
          case options[:behaviour]
          when :parameter, :namevar then [:newparam, Parameter]
          when :read_only then [:newparam, ReadOnlyParameter]
          else [:newproperty, Property]
          end
        public_send(kind, name, parent: parent) { marotte_declare(type, kind, options) }
      end

      # Titles that begin with a dollar sign are names of attributes.
      def marotte_relate(kind, type, titles)
        public_send(kind, type.to_s.downcase.to_sym) do
          names = [titles].flatten
          names.flat_map { |title| title.is_a?(String) && title.start_with?('$') ? self[title.delete_prefix('$').to_sym] : title }.compact
        end
      end
    end

    # The methods of resources of registered types.
    module ResourceMethods
      def initialize(attributes)
        self.class.marotte_reject_remote
        attributes = attributes.is_a?(Puppet::Resource) ? marotte_parameters(attributes) : attributes.dup.tap { @ral_find_absent = true }
        attributes = my_provider.canonicalize(context, [attributes]).first if type_definition.feature?('canonicalize')
        super(marotte_titled(attributes))
      end

      def type_definition = self.class.type_definition
      def my_provider = self.class.my_provider
      def context = self.class.context
      def name = title
      def rsapi_title = @rsapi_title ||= self.class.build_title(type_definition, self)

      # The state that the manifest demands.
      def rsapi_canonicalized_target_state
        @rsapi_canonicalized_target_state ||= begin
          wanted = @parameters.select { |name, _| type_definition.attributes.key?(name) }.transform_values(&:rs_value).compact
          type_definition.feature?('canonicalize') ? my_provider.canonicalize(context, [wanted]).first : wanted
        end
      end

      # The state of the system.
      def rsapi_current_state
        @rsapi_current_state || refresh_current_state
      end

      def refresh_current_state
        found = self.class.marotte_get([rsapi_title]).find { |state| namevar_match?(state) }
        if found
          type_definition.check_schema(found)
          cache_current_state(found)
        else
          @rsapi_current_state = rsapi_title.is_a?(Hash) ? rsapi_title.dup : { title: rsapi_title }
          @rsapi_current_state[:ensure] = :absent if type_definition.ensurable?
        end
        @rsapi_current_state
      end

      def cache_current_state(state)
        @rsapi_current_state = state
        strict_check(state)
      end

      # Takes over a state from which the resource was made. All its attributes can be read.
      def marotte_found(state)
        cache_current_state(state)
        type_definition.attributes.each_key do |name|
          attribute = newattr(name)
          attribute.marotte_state = state[name] if attribute.is_a?(Parameter)
        end
      end

      def namevar_match?(state)
        type_definition.namevars.all? { |name| parameter(name) && state[name] == parameter(name).value }
      end

      def retrieve
        state = rsapi_current_state
        Puppet.debug("Current State: #{state.inspect}")
        state = properties.to_h { |property| [property.name, nil] }.merge(state)
        state[:ensure] = state[:ensure].to_sym if type_definition.ensurable? && state[:ensure].is_a?(String)
        raise_missing_attrs
        Puppet::Resource.new(self.class, title, parameters: state)
      end

      # Lets the provider change the state of the system.
      def flush
        raise_missing_attrs
        target = rsapi_canonicalized_target_state
        current = rsapi_current_state
        return if current == target

        Puppet.debug("Target State: #{target.inspect}")
        check_init_only(current, target)
        marotte_set(current, target)
        @rsapi_current_state = target
      end

      def strict_check(state)
        return if Strictness.level == :off

        check_canonical(state) if type_definition.feature?('canonicalize')
        check_title(state) if type_definition.namevars.length > 1 && !type_definition.title_patterns.empty?
      end

      # A resource that exists need not have all attributes.
      def raise_missing_attrs
        return if @missing_attributes.nil? || @missing_attributes.empty? || [nil, :absent].include?(value(:ensure))

        raise ResourceError, "The following mandatory attributes were not provided:\n    *  #{@missing_attributes.join(", \n    *  ")}"
      end

      private

      # Returns the parameters of a resource of the catalog. Sensitive values stay wrapped.
      def marotte_parameters(resource)
        @title = resource.title
        @catalog = resource.catalog
        attributes = resource.to_hash
        resource.sensitive_parameters.each do |name|
          next unless attributes.key?(name)

          attributes[name] = Pops::Types::PSensitiveType::Sensitive.new(attributes[name])
        end
        attributes
      end

      # A type without an attribute `name` can have its title there.
      def marotte_titled(attributes)
        return attributes if type_definition.attributes.key?(:name) || attributes[:title]

        attributes[:title] = attributes.delete(:name)
        attributes[:title] ||= @title unless type_definition.namevars.empty?
        attributes
      end

      # Finds attributes that are missing. Missing properties are an error only if the resource is going to exist.
      def marotte_validate
        return if @ral_find_absent

        missing = type_definition.attributes.reject do |name, options|
          %i[read_only namevar].include?(options[:behaviour]) || !value(name).nil? || self.class.attrclass(name).marotte_optional?
        end
        @missing_attributes = missing.keys - [:ensure]
        parameters = missing.select { |_, options| options[:behaviour] == :parameter }.keys
        return if parameters.empty?

        raise ResourceError, "The following mandatory parameters were not provided:\n    *  #{parameters.join(", \n    *  ")}"
      end

      def check_init_only(current, target)
        return unless current[:ensure] == 'present' && target[:ensure] == 'present'

        target.each do |name, value|
          next unless type_definition.attributes.dig(name, :behaviour) == :init_only && value != current[name]

          Strictness.report("Attempting to change `#{name}` init_only attribute value from `#{current[name]}` to `#{value}`", ResourceError)
        end
      end

      def marotte_set(current, target)
        changes = { rsapi_title => { is: current, should: target } }
        if type_definition.feature?('supports_noop')
          my_provider.set(context, changes, noop: noop?)
        else
          my_provider.set(context, changes) unless noop?
        end
        return unless context.failed?

        context.reset_failed
        raise 'Execution encountered an error'
      end

      # The provider has to return values in the form that it gives to those of the manifest.
      def check_canonical(state)
        copy = Marshal.load(Marshal.dump(state)) # rubocop:disable Security/MarshalLoad
        canonical = my_provider.canonicalize(context, [copy]).first
        return if canonical.nil? || canonical == state

        Strictness.report("#{type_definition.name}[#{@title}]#get has not provided canonicalized values.\n" \
                          "Returned values:       #{state.inspect}\nCanonicalized values:  #{canonical.inspect}")
      end

      # The title that a provider returns has to contain its namevars.
      def check_title(state)
        return Strictness.report("#{type_definition.name}[#{@title}]#get has not provided a title attribute.") unless state.key?(:title)

        values = self.class.marotte_title_values(state[:title])
        return if values == rsapi_title

        different = type_definition.namevars.reject { |name| values[name] == rsapi_title[name] }
        Strictness.report("#{type_definition.name}[#{@title}]#get has provided a title attribute which does not match all namevars.\n" \
                          "Namevars which do not match: #{different.inspect}\nReturned parsed title hash:  #{values.inspect}\n" \
                          "Expected hash:               #{rsapi_title.inspect}")
      end
    end

    # The method of types whose providers add resources to the catalog.
    module GeneratingMethods
      def generate
        raise DevError, 'No generate method found within the types provider' unless my_provider.respond_to?(:generate)

        my_provider.generate(context, rsapi_title, rsapi_current_state, rsapi_canonicalized_target_state)
      end
    end
  end
end
