# frozen_string_literal: true

module Marotte
  # Relations that types declare between their resources and others.
  module TypeRelations
    KINDS = %i[require before subscribe notify].freeze

    # Methods of the classes.
    module Declarations
      KINDS.each do |kind|
        define_method(:"auto#{kind}") { |type, &block| marotte_relations(kind)[type] = block }
        define_method(:"eachauto#{kind}") { |&block| marotte_relations(kind).each(&block) }
      end

      # Returns the blocks of a kind by types.
      def marotte_relations(kind) = ((@marotte_relations ||= {})[kind] ||= {})
    end

    # Returns the relations to resources of the catalog.
    def autorelation(kind, other = nil)
      other ||= catalog or raise Puppet::DevError, 'You cannot add relationships without a catalog'
      marotte_related(kind).flat_map do |type, list|
        found = list.filter_map { |one| one.is_a?(Puppet::Type) ? one : other.resource(type, one) }
        found.map { |one| %i[require subscribe].include?(kind) ? Puppet::Relationship.new(one, self) : Puppet::Relationship.new(self, one) }
      end
    end

    KINDS.each { |kind| define_method(:"auto#{kind}") { |other = nil| autorelation(kind, other) } }

    # Returns pairs of a type and what its block named.
    def marotte_related(kind)
      self.class.marotte_relations(kind).filter_map do |type, block|
        next unless Puppet::Type.type(type)

        list = instance_eval(&block) or next
        [type, (list.is_a?(Array) ? list : [list]).compact]
      end
    end
  end
end

module Puppet
  # A relation between two resources.
  Relationship = Struct.new(:source, :target, :options) do
    def event = (options || {})[:event]
    def callback = (options || {})[:callback]
    def to_s = "#{source} => #{target}"
    alias_method :ref, :to_s
  end
end
