# Local type aliases, of which one uses another and one refers to itself.
Puppet::Functions.create_function(:'vm_new::local_names') do
  local_types do
    type 'Key = Pattern[/\A[a-z]+\z/]'
    type 'Pair = Tuple[Key, Integer]'
    type 'Tree = Variant[Integer, Array[Tree]]'
  end

  dispatch :pairs do
    param 'Array[Pair]', :pairs
  end

  dispatch :tree do
    param 'Key', :name
    param 'Tree', :tree
  end

  def pairs(pairs)
    pairs.map { |key, value| "#{key}=#{value}" }.join(',')
  end

  def tree(name, tree)
    "#{name}: #{[tree].flatten.sum}"
  end
end
