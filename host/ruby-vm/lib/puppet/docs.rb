# frozen_string_literal: true

module Puppet
  module Util
    # Documentation of classes and features.
    module Docs
      attr_writer :doc
      attr_reader :nodoc

      def desc(text) = @doc = text
      def nodoc? = nodoc

      # Defines a line that is added to the documentation.
      def dochook(name, &block) = define_singleton_method(:"dochook_#{name}", &block)

      def doc
        hooks = methods.grep(/\Adochook_/).sort.filter_map { |name| public_send(name) }.map { |text| "* #{text}" }.join("\n")
        return hooks unless @doc

        hooks.empty? ? scrub(@doc) : "#{scrub(@doc)}\n\n#{hooks}"
      end

      # Removes the least indentation of the lines after the first one, and spaces at the ends of lines.
      def scrub(text)
        return text.strip unless text.strip.include?("\n")

        indentation = text.lines.drop(1).filter_map { |line| line[/\A[ \t]*(?=\S)/] }.min.to_s
        text.lines.map { |line| line.delete_prefix(indentation).rstrip }.join("\n").rstrip
      end
      module_function :scrub
      public :scrub

      def markdown_header(name, level) = "#{'#' * level} #{name}\n\n"

      # Returns a term and its definition.
      def markdown_definitionlist(term, definition)
        first, *rest = scrub(definition).split("\n")
        "#{term}\n: #{first}\n#{rest.map { |line| line.match?(/\S/) ? "  #{line}\n" : "#{line}\n" }.join}\n"
      end

      def pad(value, length) = value.to_s.ljust(length)
    end
  end
end
