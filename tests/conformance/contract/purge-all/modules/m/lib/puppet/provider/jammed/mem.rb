Puppet::Type.type(:jammed).provide(:mem) do
  def self.instances
    %w[three one two].map { |name| new(:name => name) }
  end
  def exists?; true; end
  def create; end
  def destroy
    raise Puppet::Error, 'it is stuck' if resource[:name] == 'three'
  end
end
