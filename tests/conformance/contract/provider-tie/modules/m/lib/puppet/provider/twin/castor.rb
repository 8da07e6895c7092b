Puppet::Type.type(:twin).provide(:castor) do
  def made_by; 'castor'; end
  def made_by=(v); end
end
Puppet::Type.type(:twin).provide(:pollux) do
  def made_by; 'pollux'; end
  def made_by=(v); end
end
