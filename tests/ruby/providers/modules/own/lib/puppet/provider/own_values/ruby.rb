Puppet::Type.type(:own_values).provide(:ruby) do
  def log(text) = File.write('/tmp/case/root/values.log', "#{resource.name} #{text}\n", mode: 'a')
  def status = resource[:status].to_sym
  def start = log('start')
  def stop = log('stop')
  def version(value) = log("version #{value.inspect}")
  def mode = :other
  def automatic = log('automatic')
  def mode=(value)
    log("mode #{value.inspect}")
  end
  def flag = :false
  def flag=(value)
    log("flag #{value.inspect}")
  end
end
