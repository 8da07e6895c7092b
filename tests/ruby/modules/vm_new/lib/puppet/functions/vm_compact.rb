# An unqualified function that removes undef and empty values at every depth.
Puppet::Functions.create_function(:vm_compact) do
  dispatch :compact do
    param 'Variant[Array, Hash]', :value
  end

  def compact(value)
    case value
    when Array then value.map { |element| compact(element) }.reject { |element| hollow?(element) }
    when Hash then value.transform_values { |element| compact(element) }.reject { |_, element| hollow?(element) }
    else value
    end
  end

  def hollow?(value)
    value.nil? || (value.respond_to?(:empty?) && value.empty?)
  end
end
