Puppet::Type.type(:own_post).provide(:ruby) do
  def self.post_resource_eval
    File.write('/tmp/case/root/post.log', "post\n", mode: 'a')
    raise 'post failed'
  end

  def exists?
    warning('instance warning')
    self.class.notice('class notice')
    self.class.warnonce('once') if self.class.respond_to?(:warnonce)
    err(['several', 'words'])
    Puppet.warning('plain')
    resource.warning('of the resource')
    false
  end

  def create
    Puppet.notice("creating #{resource}")
    resource[:name]
  end
end
