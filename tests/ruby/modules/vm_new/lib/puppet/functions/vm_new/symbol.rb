# Symbols as results.
Puppet::Functions.create_function(:'vm_new::symbol') do
  dispatch :give do
    param 'String', :name
    optional_param 'Enum[bare, list, key, value]', :where
  end

  def give(name, where = 'bare')
    symbol = name.to_sym
    case where
    when 'list' then [symbol]
    when 'key' then { symbol => 1 }
    when 'value' then { 'a' => symbol }
    else symbol
    end
  end
end
