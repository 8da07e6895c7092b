Puppet::Type.type(:own_hash).provide(:store) do
  commands store: 'own-store'
  mk_resource_methods
  def self.instances
    store('list').lines(chomp: true).map do |line|
      name, size, color, list = line.split(':')
      new(name: name, ensure: :present, size: size, color: color, list: list.to_s.split(','))
    end
  end

  def self.prefetch(resources)
    instances.each { |provider| resources[provider.name].provider = provider if resources[provider.name] }
  end

  def exists? = @property_hash[:ensure] == :present

  def create
    @property_hash = { ensure: :present, size: resource[:size], color: resource[:color], list: resource[:list] }
  end

  def destroy = @property_hash = { ensure: :absent }

  def flush
    if @property_hash[:ensure] == :absent
      self.class.store('remove', resource[:name])
    else
      store('set', resource[:name], *@property_hash.values_at(:size, :color, :list).flatten.compact, resource[:hint].to_s)
    end
  end
end
