# The place of a module by the environment and by a built-in function.
Puppet::Functions.create_function(:'vm_new::module_path') do
  dispatch :look do
    param 'String', :name
  end

  def look(name)
    found = closure_scope.environment.module(name) || (return 'no such module')
    path = call_function('module_directory', name)
    [found.name, File.basename(found.path), found.path == path, File.exist?(File.join(path, 'files', 'table.yaml')), File.basename(found.metadata_file)]
  end
end
