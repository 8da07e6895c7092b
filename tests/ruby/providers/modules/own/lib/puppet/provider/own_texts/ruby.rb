Puppet::Type.type(:own_texts).provide(:ruby) do
  VALUES = { plain: 'a', insync: 'ABC', texts: 'x', change: 1, all: %w[a b], sorted: %w[b a], first: 'two', number: 5, hash: { 'a' => 1 }, symbol: :off,
             absent: :absent, gone: 'here' }.freeze
  VALUES.each do |name, value|
    define_method(name) { value }
    define_method("#{name}=") { |should| File.write('/tmp/case/root/texts.log', "#{resource.name} #{name} #{should.inspect}\n", mode: 'a') }
  end
end
