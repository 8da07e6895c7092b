Puppet::Type.type(:own_secret).provide(:ruby) do
  def exists? = true
  def password = 'old'
  def plain = 'old'
  def pin = '1'
  %i[password plain pin].each { |name| define_method("#{name}=") { |value| File.write('/tmp/case/root/secret.log', "#{name} #{value} #{value.class}\n", mode: 'a') } }
end
