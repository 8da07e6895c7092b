Puppet::Type.type(:service).provide :own_ctl, parent: :base do
  desc 'Services of a manager that does not exist.'

  commands ownctl: 'own-ctl'

  def startcmd = [command(:ownctl), 'start', resource[:name]]
  def stopcmd = [command(:ownctl), 'stop', resource[:name]]
  def statuscmd = [command(:ownctl), 'status', resource[:name]]
  def restartcmd = resource[:hasrestart] == :true ? [command(:ownctl), 'restart', resource[:name]] : nil
  def enabled? = ownctl('enabled', resource[:name]).strip.to_sym
  def enable = ownctl('enable', resource[:name])
  def disable = ownctl('disable', resource[:name])
  def mask = ownctl('mask', resource[:name])
end
