# Texts as results: empty, not ASCII, other encodings.
Puppet::Functions.create_function(:'vm_new::text') do
  dispatch :give do
    param 'String', :kind
  end

  def give(kind)
    case kind
    when 'empty' then ''
    when 'greek' then 'ελληνικά'
    when 'emoji' then "\u{1F3AD} mask"
    when 'nul' then "a\0b"
    when 'latin' then 'é'.encode('ISO-8859-1')
    when 'utf16' then 'hé'.encode('UTF-16LE')
    when 'bytes' then [255, 0, 128].pack('C*')
    when 'ascii_bytes' then 'plain'.b
    when 'broken' then "a\xFFb"
    when 'us_ascii' then 'plain'.encode('US-ASCII')
    when 'lines' then "a\r\nb\n"
    when 'list' then ['é'.b, "\xC3\xA9"]
    end
  end
end
