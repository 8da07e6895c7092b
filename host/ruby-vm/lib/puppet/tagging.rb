# frozen_string_literal: true

module Puppet
  module Util
    # Tags of a resource.
    module Tagging
      VALID = /\A[[:alnum:]_][[:alnum:]_:.-]*\Z/

      # Adds tags, with the segments of qualified names.
      def tag(*names)
        names.flatten.compact.map { |name| name.to_s.downcase }.each do |name|
          raise Puppet::ParseError, "Invalid tag '#{name}'" unless valid_tag?(name)

          add_tag(name)
        end
      end

      def tag_if_valid(name)
        add_tag(name.downcase) if name.is_a?(String) && valid_tag?(name)
      end

      def tags = marotte_tags.dup
      def set_tags(other) = @tags = other.tags # rubocop:disable Naming/AccessorMethodName
      def merge_tags_from(other) = marotte_tags.merge(other.tags)
      def tagged?(*names) = names.flatten.any? { |name| tags.include?(name.to_s.downcase) }
      def raw_tagged?(names) = names.any? { |name| tags.include?(name) }

      def tags=(names)
        @tags = nil
        tag(*(names.is_a?(String) ? names.strip.split(/\s*,\s*/) : names))
      end

      def valid_tag?(name) = VALID.match?(name.encode(Encoding::UTF_8))

      private

      def marotte_tags = @tags ||= Set.new

      def add_tag(name)
        marotte_tags.add(name)
        marotte_tags.merge(name.split('::')) if name.include?('::')
      end
    end
  end
end
