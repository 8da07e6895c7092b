# frozen_string_literal: true

# Documents of XML, as far as modules read them. The interpreter does not have this library.
module REXML
  class ParseException < RuntimeError; end

  # An attribute of an element.
  class Attribute
    attr_reader :name
    attr_accessor :value, :element

    def initialize(name, value, element = nil)
      @name = name
      @value = value.to_s
      @element = element
    end

    alias expanded_name name
    def to_s = REXML.escape(value)
    def to_string = "#{name}='#{self}'"
    def ==(other) = other.is_a?(Attribute) && [name, value] == [other.name, other.value]
  end

  # The attributes of an element by their names.
  class Attributes < Hash
    def initialize(element)
      super()
      @element = element
    end

    def [](name) = fetch(name.to_s, nil)&.value
    def get_attribute(name) = fetch(name.to_s, nil)
    def each_attribute(&block) = values.each(&block)
    
    def each
      return enum_for(:each) unless block_given?

      values.each { |attribute| yield(attribute.name, attribute.value) }
      self
    end

    def to_a = values
    def delete(name) = super(name.to_s) && @element

    def []=(name, value)
      return delete(name) if value.nil?

      store(name.to_s, Attribute.new(name.to_s, value, @element))
    end
  end

  # A text between elements.
  class Text
    attr_reader :value
    attr_accessor :parent

    def initialize(value)
      @value = value
    end

    def to_s = REXML.escape(value)
    def empty? = value.empty?
  end

  # The elements below an element.
  class Elements
    include Enumerable

    def initialize(element)
      @element = element
    end

    # Returns an element by its number, counted from one, or the first one of a path.
    def [](index) = index.is_a?(Integer) ? to_a[index - 1] : XPath.first(@element, index)
    def to_a(path = nil) = path ? XPath.match(@element, path).grep(Element) : @element.children.grep(Element)
    def each(path = nil, &block) = to_a(path).each(&block)
    def collect(path = nil, &block) = to_a(path).collect(&block)
    def size = to_a.length
    alias length size
    def empty? = to_a.empty?
    def index(element) = (to_a.index(element) || -2) + 1
    def delete_all(path) = to_a(path).each(&:remove)
    def add(element) = @element.add_element(element)
    alias << add

    def delete(element)
      found = element.is_a?(Element) ? element : self[element]
      found&.remove
    end
  end

  class Element
    include Enumerable

    attr_reader :name, :attributes, :elements, :children
    attr_accessor :parent

    def initialize(name, parent = nil)
      @name = name
      @attributes = Attributes.new(self)
      @elements = Elements.new(self)
      @children = []
      parent&.add(self)
    end

    alias expanded_name name

    def add(child)
      child.parent = self
      children << child
      child
    end
    alias << add

    def add_element(element, attributes = {})
      element = Element.new(element) unless element.is_a?(Element)
      attributes.to_h.each { |name, value| element.attributes[name] = value }
      add(element)
    end

    def add_attribute(name, value) = attributes[name] = value
    def add_attributes(values) = values.each { |name, value| add_attribute(name, value) }
    def add_text(text) = add(Text.new(text)) && self
    def attribute(name) = attributes.get_attribute(name)
    def remove = parent&.children&.delete(self)
    def delete_element(element) = elements.delete(element)
    def document = parent ? parent.document : nil
    def root = document&.root
    def texts = children.grep(Text)
    def get_text(path = nil) = (path ? elements[path] : self)&.texts&.first
    def text(path = nil) = get_text(path)&.value
    def each_element(path = nil, &block) = elements.each(path, &block)
    def get_elements(path) = elements.to_a(path)
    def has_elements? = !elements.empty? # rubocop:disable Naming/PredicatePrefix
    def has_text? = texts.any? # rubocop:disable Naming/PredicatePrefix
    def has_attributes? = attributes.any? # rubocop:disable Naming/PredicatePrefix
    def each(&block) = children.each(&block)
    def [](index) = index.is_a?(Integer) ? children[index] : attributes[index]
    def inspect = "<#{name}#{' ... ' if children.any?}/>"

    def text=(text)
      children.reject! { |child| child.is_a?(Text) }
      add_text(text) unless text.nil?
    end

    def next_element = siblings[siblings.index(self) + 1]
    def previous_element = siblings.index(self).then { |index| index.zero? ? nil : siblings[index - 1] }

    def to_s
      opening = [name, *attributes.values.map(&:to_string)].join(' ')
      children.empty? ? "<#{opening}/>" : "<#{opening}>#{children.join}</#{name}>"
    end

    def write(output = $stdout, *) = output << to_s

    private

    def siblings = parent.children.grep(Element)
  end

  # A document: its first element is the root.
  class Document < Element
    def initialize(source = nil)
      super('')
      source = source.read if source.respond_to?(:read)
      Parser.new(source).parse(self) if source
    end

    def root = elements[1]
    def document = self
    def to_s = children.join
  end

  # Reads a text.
  class Parser
    NAME = /[[:alpha:]_:][\w:.-]*/
    ATTRIBUTE = /\s+(#{NAME})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/m
    ENTITIES = { 'amp' => '&', 'lt' => '<', 'gt' => '>', 'quot' => '"', 'apos' => "'" }.freeze

    def initialize(text)
      @scanner = StringScanner.new(text.to_s.scrub)
    end

    def parse(document)
      @element = document
      step until @scanner.eos?
      fail_with("Missing end tag for '#{@element.name}'") unless @element.equal?(document)
    end

    private

    def step
      if @scanner.skip(/<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^\[>]*(?:\[.*?\])?\s*>/m) then nil
      elsif @scanner.skip(/<!\[CDATA\[(.*?)\]\]>/m) then @element.add(Text.new(@scanner[1]))
      elsif @scanner.skip(%r{</\s*(#{NAME})\s*>}) then finish(@scanner[1])
      elsif @scanner.skip(/<(#{NAME})/) then start(@scanner[1])
      elsif @scanner.skip(/[^<]+/) then text(@scanner.matched)
      else fail_with('Malformed XML')
      end
    end

    def start(name)
      element = Element.new(name, @element)
      element.attributes[@scanner[1]] = decode(@scanner[2] || @scanner[3]) while @scanner.skip(ATTRIBUTE)
      return if @scanner.skip(%r{\s*/>})

      fail_with("Malformed start tag '#{name}'") unless @scanner.skip(/\s*>/)
      @element = element
    end

    def finish(name)
      fail_with("Missing end tag for '#{@element.name}' (got '#{name}')") unless @element.name == name
      @element = @element.parent
    end

    def text(text)
      if @element.is_a?(Document)
        fail_with('Malformed XML: Content at the end or start of the document') unless text.strip.empty?
      else
        @element.add(Text.new(decode(text)))
      end
    end

    def decode(text)
      text.gsub(/&(?:#(\d+)|#x(\h+)|(\w+));/) do |entity|
        number = ::Regexp.last_match(1)&.to_i || ::Regexp.last_match(2)&.hex
        number ? [number].pack('U') : ENTITIES.fetch(::Regexp.last_match(3), entity)
      end
    end

    def fail_with(message)
      raise ParseException, "#{message}\nLine: #{@scanner.string[0, @scanner.charpos].count("\n") + 1}"
    end
  end

  # Finds nodes by paths: names, `*`, `.`, `..`, `//`, attributes, `text()`, and conditions about attributes, elements or positions.
  module XPath
    STEP = %r{(?<axis>//?)?(?<test>@?[\w:.*-]+(?:\(\))?)(?<conditions>(?:\[[^\]]*\])*)}

    class << self
      def first(element, path = '*', *) = match(element, path).first
      def each(element, path = '*', *, &block) = match(element, path).each(&block)

      def match(element, path = '*', *)
        nodes = path.start_with?('/') ? [element.document || element] : [element]
        position = 0
        while (step = STEP.match(path, position)) && step.begin(0) == position
          nodes = nodes.flat_map { |node| select(node, step) }.uniq(&:object_id)
          position = step.end(0)
        end
        raise ParseException, "The path '#{path}' is not supported (Marotte's library for Ruby code)" unless position == path.length

        nodes
      end

      private

      def select(node, step)
        found = (step[:axis] == '//' ? [node, *descendants(node)] : [node]).flat_map { |one| test(one, step[:test]) }
        step[:conditions].scan(/\[([^\]]*)\]/).flatten.inject(found) do |nodes, condition|
          nodes.select.with_index(1) { |one, at| holds?(one, condition, at) }
        end
      end

      def descendants(node) = node.elements.flat_map { |element| [element, *descendants(element)] }

      def test(node, test)
        case test
        when '.' then [node]
        when '..' then [node.parent].compact
        when 'text()' then node.texts
        when '@*' then node.attributes.values
        when /\A@(.*)/ then [node.attribute(::Regexp.last_match(1))].compact
        when '*', 'node()' then node.elements.to_a
        else node.elements.select { |element| element.name == test }
        end
      end

      def holds?(node, condition, position)
        case condition.strip
        when /\A\d+\z/ then position == condition.to_i
        when 'last()' then raise(ParseException, 'last() is not supported here')
        when /\A@([\w:.-]+)\z/ then !node.attribute(::Regexp.last_match(1)).nil?
        when /\A@([\w:.-]+)\s*(!?=)\s*(?:'([^']*)'|"([^"]*)")\z/
          _, name, operator, one, two = ::Regexp.last_match.to_a
          (node.attributes[name] == (one || two)) == (operator == '=')
        when /\A([\w:.-]+)\s*=\s*(?:'([^']*)'|"([^"]*)")\z/
          _, name, one, two = ::Regexp.last_match.to_a
          node.elements.any? { |element| element.name == name && element.text == (one || two) }
        when /\A[\w:.-]+\z/ then node.elements.any? { |element| element.name == condition.strip }
        else raise ParseException, "The condition [#{condition}] is not supported (Marotte's library for Ruby code)"
        end
      end
    end
  end

  # Returns a text with entities.
  def self.escape(text) = text.gsub(/[&<>'"]/, '&' => '&amp;', '<' => '&lt;', '>' => '&gt;', "'" => '&apos;', '"' => '&quot;')
end
