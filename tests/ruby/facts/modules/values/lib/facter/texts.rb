# Encodings of texts.
Facter.add(:text_unicode) { setcode { "Gr\u00fc\u00dfe \u2603 \u{1f600}" } }
Facter.add(:text_latin) { setcode { "Gr\xfc\xdfe".dup.force_encoding('ISO-8859-1') } }
Facter.add(:text_utf16) { setcode { "Gr\u00fc".encode('UTF-16LE') } }
Facter.add(:text_ascii) { setcode { 'plain'.dup.force_encoding('ASCII-8BIT') } }
Facter.add(:text_binary) { setcode { "\xff\x00".b } }
Facter.add(:text_invalid) { setcode { "bad \xff" } }
Facter.add(:text_key) { setcode { { "bad \xff" => 1 } } }
Facter.add(:text_zero) { setcode { "a\u0000b" } }
Facter.add(:text_lines) { setcode { "one\ntwo\r\n\tthree " } }
