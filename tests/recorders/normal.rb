# frozen_string_literal: true

# Texts and values of facts in a form that does not depend on the machine or the version of Ruby.
class Normal
  # Parts of texts and what replaces them, in this order. The texts of Ruby errors get the form of Ruby 3.4.
  PATTERNS = [
    [/(Error loading fact \S+?\.rb: ).*syntax error.*/m, '\1<syntax error>'],
    [/^backtrace:\n.*/m, 'backtrace: <lines>'],
    [/^called by:  \n.*/m, 'called by: <backtrace>'],
    [/ \(Marotte's library for Ruby code does not have it\)/, ''],
    [/undefined method `(\w+)' for #<([\w:]+):0x.*(?=":String)/m, "undefined method '\\1' for an instance of \\2"],
    # Excerpts of the source and suggestions in errors.
    [/(?:\\n){2} .*?\^+(?:\\n)*/, ''],
    [/\n\n[^\n]*\n *\^+(?:\n(?=Did you mean))?/, ''],
    [/\s*Did you mean\?  [^\n]*(?:\n {15}[^\n]*)*/, ''],
    [/undefined (method|local variable or method) `([^']+)' for "(?!Unable )[^"]*":String/, "undefined \\1 '\\2' for an instance of String"],
    [/undefined (method|local variable or method) `([^']+)' for #<([\w:]+)[^>]*>/, "undefined \\1 '\\2' for an instance of \\3"],
    [/undefined (method|local variable or method) `([^']+)' for nil:NilClass/, "undefined \\1 '\\2' for nil"],
    [/undefined (method|local variable or method) `([^']+)' for ([\w:]+):Class/, "undefined \\1 '\\2' for class \\3"],
    [/undefined (method|local variable or method) `([^']+)' for ([\w:]+):Module/, "undefined \\1 '\\2' for module \\3"],
    [%r{(?:/bin/)?sh: (?:line )?\d+: }, 'sh: '],
    [/0x[0-9a-f]{8,}/, '0x<address>'],
    [/with pid: \d*/, 'with pid: <pid>']
  ].freeze

  # Creates the conversion for a directory of cases.
  def initialize(directory)
    @paths = { File.join(directory, 'commands') => '<commands>', File.join(directory, 'modules') => '<modules>' }
  end

  def text(text)
    @paths.each { |path, name| text = text.gsub(path, name) }
    PATTERNS.each { |pattern, replacement| text = text.gsub(pattern, replacement) }
    text
  end

  # Returns a value that JSON can represent.
  def value(value)
    case value
    when Hash then value.to_h { |key, element| [value(key), value(element)] }
    when Array then value.map { |element| value(element) }
    when Float then value.finite? ? value : { '<float>' => value.to_s }
    when String then value.valid_encoding? ? text(value) : { '<bytes>' => [value].pack('m0') }
    else value
    end
  end
end
