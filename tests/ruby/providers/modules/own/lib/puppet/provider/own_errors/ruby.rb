Puppet::Type.type(:own_errors).provide(:ruby) do
  commands failing: 'own-fail'
  def at = resource[:at]
  def exists? = at == 'exists' ? raise(Puppet::Error, 'no existence') : at != 'create' && at != 'create2'
  def create = at == 'create' ? raise(ArgumentError, 'bad argument') : failing('create')
  def destroy = raise(Puppet::Error, 'cannot destroy')
  def one = at == 'get' ? failing('get') : 'old'
  def two = 'old'
  def three = 'old'
  def one=(value)
    raise NoMethodError, 'odd' if at == 'set'
    nil.strange if at == 'nil'
    raise Errno::EACCES, '/x' if at == 'errno'
    raise NotImplementedError, 'later' if at == 'script'
    log("one #{value}")
  end
  def two=(value)
    log("two #{value}")
  end
  def three=(value)
    log("three #{value}")
  end
  def log(text) = File.write('/tmp/case/root/errors.log', "#{resource.name} #{text}\n", mode: 'a')
  def flush
    log('flush')
    raise Puppet::Error, 'flush failed' if at == 'flush'
    raise 'plain flush' if at == 'flush2'
  end
end
