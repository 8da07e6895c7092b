# What Ruby says of a text: length, bytes, case, encoding, validity.
Puppet::Functions.create_function(:'vm_new::text_facts') do
  dispatch :look do
    param 'String', :text
  end

  def look(text)
    [text.length, text.bytesize, text.upcase, text.swapcase, text.reverse, text.encoding.to_s, text.valid_encoding?, text.unpack('U*'),
     text.unicode_normalize(:nfd).length, text.frozen?]
  end
end
