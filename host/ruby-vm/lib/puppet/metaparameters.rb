# frozen_string_literal: true

module Puppet
  # The attributes of all types. The host implements them; Ruby code can read and set them.
  class Type
    # An attribute that names other resources.
    class RelationshipMetaparam < Parameter
      class << self
        attr_accessor :direction, :events, :callback
      end

      def munge(references)
        (references.is_a?(Array) ? references : [references]).map { |one| one.is_a?(Puppet::Resource) ? one : Puppet::Resource.new(one) }
      end
    end

    def self.relationship_params = %i[require subscribe before notify].map { |name| metaparamclass(name) }

    newmetaparam(:noop) do
      desc 'Whether changes are only reported.'

      newvalues(:true, :false)

      munge do |value|
        case value
        when true, :true, 'true' then resource.noop = true
        when false, :false, 'false' then resource.noop = false
        end
      end
    end

    newmetaparam(:schedule) { desc 'The schedule that says when the resource is managed.' }

    newmetaparam(:audit) do
      desc 'Attributes whose changes are reported.'

      validate do |names|
        names = Array(names).map(&:to_sym)
        invalid = names.reject { |name| names == [:all] || resource.class.validattr?(name) }.first
        fail "Cannot audit #{invalid}: not a valid attribute for #{resource}" if invalid
      end

      munge do |names|
        properties_to_audit(names).each { |name| resource.newattr(name) if resource.class.validproperty?(name) }
      end

      define_method(:properties_to_audit) do |names|
        next Array(names).map(&:to_sym) if names.is_a?(Array) || names.to_sym != :all

        provider = resource.provider
        resource.class.properties.select { |property| provider.nil? || provider.class.supports_parameter?(property) }.map(&:name)
      end
    end

    newmetaparam(:loglevel) do
      desc 'The level of messages about changes.'
      defaultto :notice

      newvalues(*LEVELS, :verbose)

      munge { |level| super(level).then { |value| value == :verbose ? :info : value } }
    end

    newmetaparam(:alias) do
      desc 'Another title of the resource.'

      munge { |names| names.is_a?(Array) ? names : [names] }
    end

    newmetaparam(:tag) do
      desc 'Tags of the resource.'

      munge { |names| (names.is_a?(Array) ? names : [names]).each { |name| resource.tag(name) } }
    end

    # Their options without and with a refresh.
    options = [{ events: :NONE }, { events: :ALL_EVENTS, callback: :refresh }]
    relations = { require: [:in, 0, 'Resources that are managed before this one.'],
                  subscribe: [:in, 1, 'Resources that are managed before this one and refresh it.'],
                  before: [:out, 0, 'Resources that are managed after this one.'],
                  notify: [:out, 1, 'Resources that are managed after this one and that it refreshes.'] }
    relations.each do |name, (direction, refresh, text)|
      newmetaparam(name, parent: RelationshipMetaparam, attributes: { direction: direction, **options[refresh] }) { desc text }
    end

    newmetaparam(:stage) { desc 'The stage of a class.' }
  end
end
