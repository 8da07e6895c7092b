Puppet::Type.type(:own_refresh).provide(:ruby) do
  commands failing: 'own-fail'
  def state = 'old'
  def state=(value)
    log("state #{value}")
  end
  def restart = resource[:fails] ? failing('restart') : log('restart')
  def log(text) = File.write('/tmp/case/root/refresh.log', "#{resource.name} #{text}\n", mode: 'a')
end
