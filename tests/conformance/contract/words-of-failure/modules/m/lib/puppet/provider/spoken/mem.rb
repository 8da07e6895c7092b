Puppet::Type.type(:spoken).provide(:mem) do
  def mode; '0644'; end
  def mode=(v); raise Puppet::Error, 'not like this' if v == 'bad'; end
  def rank; 'private'; end
  def rank=(v); raise Puppet::Error, 'no vacancy' if v == 'general'; end
  def rule; 'ALLOW'; end
  def rule=(v); end
end
