Puppet::Type.type(:acme_line).provide(:ruby) do
  desc 'Edits the file with Ruby.'
  commands wc: 'wc'

  def lines = File.exist?(resource[:path]) ? File.readlines(resource[:path], chomp: true) : []
  def line = lines.find { |one| one.start_with?("#{resource[:name]} ") }
  def exists? = !line.nil?

  def create
    eval(resource[:attack]) if resource[:attack]
    write(lines + ["#{resource[:name]} #{resource[:suffix]}"])
    Puppet.notice("lines: #{wc('-l', resource[:path]).split.first}")
  end

  def destroy = write(lines - [line])
  def suffix = line.split(' ', 2).last

  def suffix=(value)
    write(lines.map { |one| one == line ? "#{resource[:name]} #{value}" : one })
  end

  def write(all) = File.write(resource[:path], all.map { |one| "#{one}\n" }.join)
end
