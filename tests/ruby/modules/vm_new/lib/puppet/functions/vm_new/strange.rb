# Results of classes that the language does not have.
Puppet::Functions.create_function(:'vm_new::strange') do
  dispatch :give do
    param 'String', :kind
  end

  def give(kind)
    case kind
    when 'set' then Set.new([1, 2])
    when 'struct' then Struct.new(:a).new(1)
    when 'range' then (1..3)
    when 'text_range' then ('a'..'c')
    when 'enumerator' then [1, 2].each
    when 'lazy' then [1, 2].lazy.map { |x| x * 2 }
    when 'proc' then proc { 1 }
    when 'class' then String
    when 'module' then Comparable
    when 'time' then Time.at(0)
    when 'date' then Date.new(2020, 1, 2)
    when 'match' then 'abc'.match(/b/)
    when 'exception' then ArgumentError.new('given, not raised')
    when 'scope' then closure_scope
    when 'self' then self
    when 'own' then Class.new { def to_s = 'own text' }.new
    when 'text_subclass' then Class.new(String).new('sub')
    when 'list_subclass' then Class.new(Array).new([1])
    when 'hash_default' then Hash.new { |_, key| key }.merge('a' => 1)
    when 'nested' then { 'a' => [(1..2)] }
    end
  end
end
