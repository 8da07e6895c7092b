# Changes its arguments; the caller may see the change.
Puppet::Functions.create_function(:'vm_new::append') do
  dispatch :list do
    param 'Array', :list
    param 'Any', :value
  end

  dispatch :map do
    param 'Hash', :map
    param 'Any', :value
  end

  dispatch :text do
    param 'String', :text
    param 'Any', :value
  end

  def list(list, value)
    list << value
  end

  def map(map, value)
    map['added'] = value
    map
  end

  def text(text, value)
    text << value.to_s
  end
end
