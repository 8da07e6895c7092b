# frozen_string_literal: true

# Parsers that the program racc has generated. The interpreter does not have this library. A generated class has the tables in the
# constant `Racc_arg`: an action for each state and token, and the next state for each state and rule.
module Racc
  class ParseError < StandardError; end
  # The name that generated code uses.
  ParserError = ParseError unless const_defined?(:ParserError)
end

ParseError = Racc::ParseError unless defined?(ParseError)

module Racc
  # The base class of generated parsers.
  class Parser
    # Numbers of tokens.
    END_OF_INPUT = 0
    ERROR = 1
    # The tokens that are accepted after an error before the next one is reported.
    RECOVERY = 3

    # The tables by name.
    Tables = Struct.new(:actions, :action_checks, :action_defaults, :action_pointers, :gotos, :goto_checks, :goto_defaults,
                        :goto_pointers, :first_rule, :reductions, :tokens, :shifts, :reduction_count, :has_result)

    # Parses the tokens of the method `next_token`: pairs of a token and its value, and nil or false at the end.
    def do_parse = parse_tokens { next_token }

    # Parses the tokens that a method of an object yields.
    def yyparse(source, method)
      tokens = source.to_enum(method)
      parse_tokens do
        tokens.next
      rescue StopIteration
        nil
      end
    end

    def next_token = raise(NotImplementedError, "#{self.class}#next_token is not defined")

    # Called for an unexpected token.
    def on_error(token, value, _values)
      raise ParseError, "\nparse error on value #{value.inspect} (#{token_to_str(token) || '?'})"
    end

    # Enters the recovery from an error.
    def yyerror = throw(:racc_jump, :error)

    # Ends parsing with the first value.
    def yyaccept = throw(:racc_jump, :accept)

    # Ends the recovery from an error.
    def yyerrok = @racc_error_status = 0

    def token_to_str(token) = self.class::Racc_token_to_s_table[token]

    private

    def parse_tokens(&source)
      @racc = Tables.new(*self.class::Racc_arg)
      @racc_states, @racc_values, @racc_error_status = [0], [], 0
      @racc_source, @racc_token, @racc_value = source, nil, nil
      catch(:racc_end) { loop { act(action) } }
    end

    # Returns the action of the current state for the next token.
    def action
      state = @racc_states.last
      pointer = @racc.action_pointers[state] or return @racc.action_defaults[state]
      read unless @racc_token
      found(pointer + @racc_token, state) || @racc.action_defaults[state]
    end

    def found(place, state) = place >= 0 && @racc.action_checks[place] == state ? @racc.actions[place] : nil

    def read
      token, @racc_value = @racc_source.call
      @racc_token = token ? @racc.tokens[token] || ERROR : END_OF_INPUT
    end

    def act(action)
      if action.positive? && action < @racc.shifts
        shift(action)
      elsif action.negative? && -action < @racc.reduction_count
        jumped = catch(:racc_jump) { reduce(-action) }
        accept if jumped == :accept
        recover if jumped == :error
      elsif action == @racc.shifts
        accept
      else
        fail_at_token
      end
    end

    def accept = throw(:racc_end, @racc_values.first)

    def shift(state)
      @racc_error_status -= 1 if @racc_error_status.positive? && @racc_token != ERROR
      push(state, @racc_value)
      # The end of the input is not read again.
      @racc_token = nil unless @racc_token == END_OF_INPUT
    end

    def push(state, value)
      @racc_states.push(state)
      @racc_values.push(value)
    end

    def reduce(rule)
      length, target, method = @racc.reductions[rule * 3, 3]
      values = @racc_values.pop(length)
      @racc_states.pop(length)
      result = if method == :_reduce_none then values.first
               elsif @racc.has_result then send(method, values, @racc_values, values.first)
               else send(method, values, @racc_values)
               end
      push(state_after(target), result)
      nil
    end

    # Returns the state after a rule was recognized.
    def state_after(target)
      rule = target - @racc.first_rule
      place = @racc.goto_pointers[rule]
      place += @racc_states.last if place
      known = place && place >= 0 && @racc.goto_checks[place] == rule ? @racc.gotos[place] : nil
      known || @racc.goto_defaults[rule]
    end

    def fail_at_token
      if @racc_error_status.zero?
        on_error(@racc_token || END_OF_INPUT, @racc_value, @racc_values)
      elsif @racc_error_status == RECOVERY
        throw(:racc_end, nil) if @racc_token == END_OF_INPUT
        @racc_token = nil
      end
      recover
    end

    # Leaves states until one continues after an error.
    def recover
      @racc_error_status = RECOVERY
      loop do
        pointer = @racc.action_pointers[@racc_states.last]
        next_state = pointer && found(pointer + ERROR, @racc_states.last)
        return push(next_state, nil) if next_state&.positive? && next_state < @racc.shifts
        throw(:racc_end, nil) if @racc_states.length < 2

        @racc_states.pop
        @racc_values.pop
      end
    end
  end
end
