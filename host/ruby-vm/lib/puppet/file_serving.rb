# frozen_string_literal: true

module Puppet
  # Files that a source names, as `puppet:///modules/NAME/FILE` or a path.
  module FileServing
    # A file that was found.
    Served = Struct.new(:source, :ftype, :content)

    # Finds files. The host reads them, since it knows the modules and the allowed sources.
    class Finder
      def initialize(with_content)
        @with_content = with_content
      end

      def find(source, *)
        found = Marotte.ask('serve_file', source: source.to_s, content: @with_content) or return nil
        Served.new(source, found['kind'], @with_content ? Marotte::Values.bytes(found['content']) : nil)
      end
    end

    # Files with their contents.
    class Content
      def self.indirection = @indirection ||= Finder.new(true)
    end

    # Files without their contents.
    class Metadata
      def self.indirection = @indirection ||= Finder.new(false)
    end
  end
end
