require 'puppet/provider/package'
Puppet::Type.type(:own_package).provide(:tool, parent: Puppet::Provider::Package) do
  commands pkg: 'own-pkg'
  has_feature :versionable
  def self.instances = pkg('list').lines(chomp: true).map { |line| line.split.then { |name, version| new(name: name, ensure: version) } }
  def query = pkg('query', @resource[:name]).strip.then { |version| version.empty? ? nil : { ensure: version } }
  def install(version = nil) = pkg('install', *join_options(@resource[:options]), @resource[:name], version.to_s)
  def uninstall = pkg('remove', @resource[:name])
end
