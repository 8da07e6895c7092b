require 'puppet/provider/nameservice'
Puppet::Type.type(:own_namesvc).provide(:useradd, parent: Puppet::Provider::NameService) do
  commands add: 'own-useradd', modify: 'own-usermod', remove: 'own-userdel'
  options :home, method: :dir
  options :comment, method: :gecos
  options :shell, munge: ->(value) { "/munged#{value}" }
  verify(:uid, 'must be small') { |value| value < 1000 }
  def addcmd = [command(:add), '-u', @resource[:uid] || '-', @resource[:name]]
  def deletecmd = [command(:remove), @resource[:name]]
  def passcmd = nil
  def modifycmd(param, value) = [command(:modify), "--#{param}", value, @resource[:name]]
  def feature?(_) = false
  def posixmethod(name) = self.class.option(name, :method) || name
end
