Puppet::Type.type(:own_composite).provide(:ruby) do
  def self.prefetch(resources)
    Puppet.notice(resources.map { |key, one| [key, one.title, one.name, one.uniqueness_key, one[:zone]] }.sort_by(&:to_s).inspect)
  end

  def exists? = false
  def create = File.write('/tmp/case/root/composite.log', "create #{resource.title} #{resource[:name]} #{resource[:zone]}\n", mode: 'a')
end
