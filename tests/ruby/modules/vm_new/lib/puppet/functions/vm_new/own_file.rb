# Files of the own module, found from the place of the function.
Puppet::Functions.create_function(:'vm_new::own_file') do
  dispatch :read do
    param 'String', :name
  end

  def read(name)
    path = File.expand_path("../../../../files/#{name}", __dir__)
    return "missing #{File.exist?(path)} #{File.directory?(File.dirname(path))}" unless File.exist?(path)

    text = File.read(path, encoding: 'UTF-8')
    [text, File.readlines(path, chomp: true).size, File.size(path), File.file?(path), File.binread(path).encoding.to_s,
     File.open(path, &:gets), File.basename(__FILE__), File.foreach(path).count, Dir.children(File.dirname(path)).sort]
  end
end
