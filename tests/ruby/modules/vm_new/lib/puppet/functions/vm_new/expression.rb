# Regular expressions as arguments and results.
Puppet::Functions.create_function(:'vm_new::expression') do
  dispatch :scan do
    param 'Regexp', :regexp
    param 'String', :text
  end

  dispatch :build do
    param 'String', :text
  end

  def scan(regexp, text)
    [regexp.source, regexp.match(text) ? $~[0] : nil, text.scan(regexp), text.gsub(regexp) { |found| found.upcase }]
  end

  def build(text)
    [Regexp.new(text), Regexp.escape(text), /#{Regexp.escape(text)}/i, /a b/x]
  end
end
