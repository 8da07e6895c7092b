Puppet::Type.type(:phased).provide(:mem) do
  def state
    { 'gone' => :absent, 'up' => :running, 'old' => 'v1' }.fetch(resource[:name], :stopped)
  end
  def start; raise Puppet::Error, 'out of fuel' if resource[:color] == 'empty'; end
  def stop; end
  def remove; end
  def install(v); end
  def color; state == :absent ? :absent : 'blue'; end
  def color=(v); end
  def label; :absent; end
  def label=(v); end
end
