require 'puppet/provider/parsedfile'
Puppet::Type.type(:own_lines).provide(:regex, parent: Puppet::Provider::ParsedFile, default_target: '/tmp/case/root/regex', filetype: :flat) do
  confine true: true
  text_line :comment, match: /^#/
  record_line :regex, fields: %w[name value comment], optional: %w[comment], match: /^(\S+)\s+(\S+)(?:\s+#\s*(.*))?$/,
              post_parse: proc { |record| record[:value] = record[:value].downcase if record[:value] },
              pre_gen: proc { |record| record[:value] = record[:value].upcase },
              to_line: proc { |record| "#{record[:name]} #{record[:value]}#{" # #{record[:comment]}" unless [nil, :absent].include?(record[:comment])}" }
  def self.header = "# own header\n"
  def self.default_mode = 0o640
end
