# The Ruby class of each argument, as deep as arrays and hashes go.
module Puppet::Parser::Functions
  newfunction(:vm_old_describe, :type => :rvalue) do |args|
    kind = lambda do |value|
      case value
      when Array then value.map(&kind)
      when Hash then value.to_h { |key, element| ["#{key.class} #{key}", kind.call(element)] }
      when Symbol then ":#{value}"
      when String then "String #{value.empty? ? 'empty' : value.encoding.to_s} #{value.frozen?}"
      else value.class.name
      end
    end
    args.map(&kind)
  end
end
