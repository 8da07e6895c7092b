require 'puppet/provider/parsedfile'
Puppet::Type.type(:own_lines).provide(:parsed, parent: Puppet::Provider::ParsedFile, default_target: '/tmp/case/root/lines', filetype: :flat) do
  text_line :comment, match: /^#/
  text_line :blank, match: /^\s*$/
  text_line :section, match: /^\[/
  record_line :parsed, fields: %w[name value comment], optional: %w[value comment], separator: /\s*=\s*/, joiner: ' = ', rts: true
end
