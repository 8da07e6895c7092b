Puppet::Type.type(:own_order).provide(:ruby) do
  def note(text) = Puppet.notice("#{resource.name} #{text}") || true
  def there = resource.name.start_with?('there') ? :present : :absent
  %i[z a m].each do |name|
    define_method(name) { note("get #{name}") && 'old' }
    define_method("#{name}=") { |value| note("set #{name} #{value}") }
  end
  def flush = note('flush')
end
