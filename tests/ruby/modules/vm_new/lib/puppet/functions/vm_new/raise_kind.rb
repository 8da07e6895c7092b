# Raises errors of several kinds.
Puppet::Functions.create_function(:'vm_new::raise_kind') do
  dispatch :go do
    param 'String', :kind
    optional_param 'String', :message
  end

  def go(kind, message = 'the message')
    case kind
    when 'parse' then raise Puppet::ParseError, message
    when 'parse_place' then raise Puppet::ParseError.new(message, 'x.pp', 7)
    when 'puppet' then raise Puppet::Error, message
    when 'argument' then raise ArgumentError, message
    when 'standard' then raise StandardError, message
    when 'text' then raise message
    when 'runtime' then raise RuntimeError, message
    when 'type' then raise TypeError, message
    when 'bare' then raise ArgumentError
    when 'key' then { 'a' => 1 }.fetch('b') { |key| raise KeyError, "no #{key}" }
    when 'fail' then fail(message)
    when 'fail_class' then fail ArgumentError, message
    when 'script' then raise NotImplementedError, message
    when 'io' then raise IOError, message
    when 'errno' then raise Errno::ENOENT, 'thing'
    when 'zero' then 1 / 0
    when 'stop' then raise StopIteration, message
    when 'throw' then throw :nowhere
    when 'resource' then raise Puppet::ResourceError, message
    when 'dev' then raise Puppet::DevError, message
    end
  end
end
