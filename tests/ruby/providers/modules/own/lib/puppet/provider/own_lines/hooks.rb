require 'puppet/provider/parsedfile'
Puppet::Type.type(:own_lines).provide(:hooks, parent: Puppet::Provider::ParsedFile, default_target: '/tmp/case/root/hooks', filetype: :flat) do
  text_line :comment, match: /^#/, post_parse: proc { |record| record[:name] = Regexp.last_match(1) if record[:line] =~ /^# name: (.*)/ }
  record_line :hooks, fields: %w[value words], optional: %w[words], rollup: true, block_eval: :instance do
    def process(line)
      return nil unless line =~ /^(\S+)(?:\s+(.*))?$/
      { value: $1, words: $2.to_s.split }
    end

    def to_line(record)
      "#{"# name: #{record[:name]}\n" if record[:name]}#{[record[:value], *record[:words]].join(' ')}"
    end
  end

  def self.prefetch_hook(records)
    name = nil
    records.reject do |record|
      if record[:record_type] == :comment && record[:name]
        name = record[:name]
        next true
      end
      if record[:record_type] == :hooks && name
        record[:name] = name
        name = nil
      end
      false
    end
  end

  def self.match(record, resources)
    resources.values.find { |resource| resource.should(:value) == record[:value] && !record[:name] }
  end

  def self.header = ''
end
