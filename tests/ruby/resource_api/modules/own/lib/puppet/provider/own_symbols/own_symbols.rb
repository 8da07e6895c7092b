# frozen_string_literal: true

require 'date'
require 'set'

# The provider of own_symbols.
class Puppet::Provider::OwnSymbols::OwnSymbols
  def get(_context)
    [{ name: 'a', ensure: :present, text: :x, color: :red, list: ['a', :b], table: { a: 1 }, flag: :true, any: { a: [:b] }, either: :c }, # rubocop:disable Lint/BooleanSymbol
     { name: 'b', ensure: :absent, any: :c, text: Date.new(2020), list: Set['x'] }]
  end

  def set(_context, _changes) = nil
end
