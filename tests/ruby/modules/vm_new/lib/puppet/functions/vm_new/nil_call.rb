# Errors of Ruby whose messages changed from version to version.
Puppet::Functions.create_function(:'vm_new::nil_call') do
  dispatch :go do
    param 'String', :kind
  end

  def go(kind)
    case kind
    when 'nil' then nil.upcase
    when 'unknown' then 'text'.no_such_method
    when 'constant' then NoSuchConstant
    when 'count' then own(1, 2)
    when 'type' then 1 + 'a'
    when 'text_type' then 'a' + 1
    when 'integer' then Integer('x')
    when 'key' then { 'a' => 1 }.fetch('b')
    when 'index' then [].fetch(3)
    when 'frozen' then [1].freeze << 2
    when 'inspect' then { 'a' => 1, b: nil }.inspect
    when 'own_private' then 'x'.puts(1)
    end
  end

  def own(_one) = 1
end
