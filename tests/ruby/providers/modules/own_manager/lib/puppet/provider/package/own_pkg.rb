require 'puppet/provider/package'

Puppet::Type.type(:package).provide :own_pkg, parent: Puppet::Provider::Package do
  desc 'Packages of a manager that does not exist.'

  has_feature :versionable, :install_options, :uninstall_options

  commands ownpkg: 'own-pkg'

  def self.list(marks = ownpkg('held').split)
    ownpkg('list').lines.map do |line|
      name, version = line.split
      { name: name, ensure: version, mark: marks.include?(name) ? :hold : :none, provider: self.name }
    end
  end

  def self.instances = list.map { |found| new(found) }
  def query = self.class.list.find { |found| found[:name] == resource[:name] }

  def install
    version = resource[:ensure].is_a?(Symbol) ? [] : ["--version=#{resource[:ensure]}"]
    ownpkg('install', *version, *join_options(resource[:install_options]), resource[:source] || resource[:name])
  end

  def update = ownpkg('install', resource[:name])
  def uninstall = ownpkg('remove', *join_options(resource[:uninstall_options]), resource[:name])
  def purge = ownpkg('purge', resource[:name])
  def hold = ownpkg('hold', resource[:name])
  def unhold = ownpkg('unhold', resource[:name])
  def reinstall = ownpkg('reinstall', resource[:name])

  def latest
    version = ownpkg('newest', resource[:name]).strip
    raise Puppet::Error, "there is no #{resource[:name]}" if version.empty?

    version
  end
end
