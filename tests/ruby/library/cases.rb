# frozen_string_literal: true

require 'json'

# Values that are tried for attributes, and the comparable form of results.
module Cases
  TITLES = ['x', '/tmp/x', 'a/b', 'a:b:c', '000 foo', 'a b', 'user@host/db.t', '', 'p@q', '10.0.0.0/8', 'http://e.org/x'].freeze
  COMMON = ['wrong-value', '', 5, '42', true, false, %w[a b], '/tmp/some/path', 'relative/path', { 'k' => 'v' }, 'http://example.com/x', 'a b',
            1.5, [1, '2'], 'true', 'no', ['one']].freeze

  # Returns the values for an attribute with these allowed values.
  def self.values(allowed, aliases)
    first = allowed.first(4)
    (first + aliases.first(2) + first.first(1).map(&:upcase) + [first.first(2)].reject { |list| list.length < 2 } + COMMON).uniq
  end

  # Returns the values that differ from the first ones; all of them for the first result.
  def self.difference(first, values, is_first)
    return values if is_first

    changed = values.reject { |name, value| first.key?(name) && first[name] == value }
    changed.merge((first.keys - values.keys).to_h { |name| [name, nil] })
  end

  # Returns the expected result of a case: { 'error' => … } or { 'values' => … }.
  def self.expected(record, number)
    found = record['results'][number]
    return { 'error' => found } if found.is_a?(String)

    first = record['results'].first
    first = {} if number.zero? || !first.is_a?(Hash)
    { 'values' => first.merge(found).compact }
  end

  # Returns the attributes of a case.
  def self.attributes(record, shown) = shown ? record['base'].merge(shown[0] => shown[1]) : record['base']

  # Returns the form of a value that both sides have.
  def self.plain(value)
    case value
    when nil, true, false, Integer, String then value
    when Float then value
    when :undef then nil
    when Array, Set then value.map { |one| plain(one) }
    when Hash then value.to_h { |key, one| [plain(key).to_s, plain(one)] }
    else text(value.to_s)
    end
  end

  # Removes what differs between runs.
  def self.text(text)
    text = text.dup.force_encoding('UTF-8').scrub
    text.sub(/\n\n[^\n]*\n *\^+.*\z/m, '').gsub(/#<([\w:]+):0x[0-9a-f]{8,}.*>/m, '#<\1>').gsub(/0x[0-9a-f]{8,}/, '0x')
  end
end
