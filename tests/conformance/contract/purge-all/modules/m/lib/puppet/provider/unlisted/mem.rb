Puppet::Type.type(:unlisted).provide(:mem) do
  def exists?; true; end
  def create; end
  def destroy; end
end
