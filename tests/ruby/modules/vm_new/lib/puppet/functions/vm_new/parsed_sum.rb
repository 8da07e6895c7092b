require 'racc/parser.rb'

# A parser in the form that racc generates, for `target: exp | error` and `exp: exp ADD NUM | NUM`.
class SumParser < Racc::Parser
  Racc_arg = [
    [4, 6, 5, 1, 7], [2, 0, 3, 0, 5], [-5, -4, -5, -1, 8, -5, -2, -3], [0, nil, 0, 0, nil, 1, nil, nil],
    [], [], [nil, 2, 3], [nil, nil, nil], 4,
    [0, 0, :racc_error, 1, 5, :_reduce_none, 1, 5, :_reduce_2, 3, 6, :_reduce_3, 1, 6, :_reduce_4],
    { false => 0, :error => 1, :ADD => 2, :NUM => 3 }, 8, 5, true
  ].freeze
  Racc_token_to_s_table = ['$end', 'error', 'ADD', 'NUM', '$start', 'target', 'exp'].freeze
  Racc_debug_parser = false

  attr_reader :errors

  def initialize(text, mode)
    @words = text.split
    @mode = mode
    @errors = []
  end

  def next_token
    word = @words.shift
    word ? token(word) : [false, nil]
  end

  def each_token
    @words.each { |word| yield token(word) }
    yield [false, nil]
  end

  def token(word)
    case word
    when '+' then [:ADD, word]
    when /\A\d+\z/ then [:NUM, word.to_i]
    else [:WORD, word]
    end
  end

  def on_error(token, value, values)
    return super unless @mode == 'recovers'

    @errors << [token_to_str(token), value, values.length]
  end

  def _reduce_2(_val, _values, _result)
    'wrong'
  end

  def _reduce_3(val, _values, result)
    result + val[2]
  end

  def _reduce_4(_val, _values, result)
    result
  end

  def _reduce_none(val, _values, _result)
    val[0]
  end
end

# Adds the numbers in a text.
Puppet::Functions.create_function(:'vm_new::parsed_sum') do
  dispatch :sum do
    param 'String', :text
    optional_param 'Enum[called, yields, recovers]', :mode
  end

  def sum(text, mode = 'called')
    parser = SumParser.new(text, mode)
    result = mode == 'yields' ? parser.yyparse(parser, :each_token) : parser.do_parse
    [result, parser.errors]
  end
end
