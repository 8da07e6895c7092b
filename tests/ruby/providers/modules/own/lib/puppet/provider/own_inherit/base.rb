Puppet::Type.type(:own_inherit).provide(:base) do
  commands echo: 'own-echo', tool: 'own-tool'
  def self.kind = name.to_s
  def exists? = File.exist?(path)
  def create = File.write(path, "#{self.class.kind}: #{echo('x')}#{tool('y')}#{command(:echo)}\n")
  def destroy = File.delete(path)
  def path = "/tmp/case/root/#{resource[:name]}.txt"
  def value = 'base'
  def value=(value)
    File.write(path, "value #{value} by #{self.class.kind}\n", mode: 'a')
  end
end
