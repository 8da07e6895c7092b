# The base class of the probes.
class Puppet::Provider::OwnBase < Puppet::Provider
  initvars
  commands tool: 'own-tool'

  def self.note(name, text) = File.write("/tmp/case/root/#{name}.out", text)

  def exists? = File.exist?("/tmp/case/root/#{resource[:name]}.out")

  def create
    @lines = []
    probe
    self.class.note(resource[:name], @lines.map { |line| "#{line}\n" }.join)
  end

  def destroy = File.delete("/tmp/case/root/#{resource[:name]}.out")

  def t(name)
    value = yield
    @lines << "#{name}: #{value.inspect.gsub(/#<\S*Status: pid \d+ /, '#<Status: ').gsub(/20\d{6}-[\w-]+/, 'TEMPORARY')}"
  rescue Exception => e
    @lines << "#{name}: !! #{e.class}: #{e.message.gsub(/\n\n .*/m, '').gsub(/#<[^>]*>/, '#<>').gsub(/\e\[[\d;]*m/, '')}"
  end
end
