Puppet::Type.type(:service).provide :own_pattern, parent: :own_ctl do
  desc 'Services that are found in a list, and always enabled.'

  has_feature :refreshable

  commands ownctl: 'own-ctl'

  def status = ownctl('list').lines.any? { |line| line.match?(resource[:pattern]) } ? :running : :stopped
  def enabled? = :true
  def enabled_insync?(current) = debug("#{current} is enough") || true
  def restart = ownctl('restart', resource[:path].to_a.join('|'))
end
