# Results that are or contain nil.
Puppet::Functions.create_function(:'vm_new::nothing') do
  dispatch :give do
    param 'String', :kind
  end

  def give(kind)
    case kind
    when 'nil' then nil
    when 'list' then [nil, [nil]]
    when 'map' then { 'a' => nil, nil => 'b' }
    when 'method' then kind.empty? && nil
    when 'none' then (return)
    end
  end
end
