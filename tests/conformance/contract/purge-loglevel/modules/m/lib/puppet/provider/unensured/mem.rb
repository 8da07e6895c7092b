Puppet::Type.type(:unensured).provide(:mem) do
  def self.instances
    [new(:name => 'one')]
  end
  def color; 'red'; end
  def color=(v); end
end
