# The Ruby class of each value, as deep as arrays and hashes go.
Puppet::Functions.create_function(:'vm_new::describe') do
  dispatch :all do
    repeated_param 'Any', :values
  end

  def all(*values)
    values.map { |value| kind(value) }
  end

  def kind(value)
    case value
    when Array then value.map { |element| kind(element) }
    when Hash then value.to_h { |key, element| ["#{key.class} #{key}", kind(element)] }
    when Symbol then ":#{value}"
    when String then "String #{value.encoding} #{value.frozen?}"
    else value.class.name
    end
  end
end
