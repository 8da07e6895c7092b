# Paths, without access to files.
require 'pathname'

Puppet::Functions.create_function(:'vm_new::path_parts') do
  def path_parts(text)
    path = Pathname.new(text)
    [path.basename.to_s, path.dirname.to_s, path.extname, path.absolute?, (path + '../x').to_s, path.cleanpath.to_s, path.each_filename.to_a,
     File.basename(text, '.*'), File.join(text, 'y'), File.extname(text), File.expand_path('../z', '/a/b'), File.split(text)]
  end
end
