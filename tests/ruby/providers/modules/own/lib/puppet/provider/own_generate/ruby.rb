Puppet::Type.type(:own_generate).provide(:ruby) do
  def path = "/tmp/case/root/#{resource[:name]}"
  def exists? = File.exist?(path)
  def create = File.write(path, 'x')
  def destroy = File.delete(path)
end
