Puppet::Type.type(:host).provide :own_hosts do
  desc 'Hosts of a server that does not exist.'

  commands ownhosts: 'own-hosts'

  mk_resource_methods

  def self.instances
    ownhosts('list').lines.map do |line|
      name, ip, *aliases = line.split
      new(ensure: :present, name: name, ip: ip, host_aliases: aliases.join(' '), provider: self.name)
    end
  end

  def self.prefetch(resources)
    instances.each { |found| resources[found.name]&.provider = found }
  end

  def exists? = @property_hash[:ensure] == :present

  def create
    @property_hash = { ensure: :present, ip: resource[:ip], host_aliases: resource[:host_aliases] }
    raise Puppet::Error, 'no address' unless resource[:ip]
  end

  def destroy = @property_hash = { ensure: :absent }

  def flush
    return ownhosts('remove', resource[:name]) if @property_hash[:ensure] == :absent

    ownhosts('set', resource[:name], @property_hash[:ip], *Array(@property_hash[:host_aliases]))
  end
end
