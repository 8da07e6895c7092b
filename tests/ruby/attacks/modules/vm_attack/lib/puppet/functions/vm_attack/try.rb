# Attacks on the host, the interpreter and other functions, by name.
Puppet::Functions.create_function(:'vm_attack::try') do
  dispatch :try do
    param 'String', :name
    optional_param 'String', :argument
  end

  def try(name, argument = '')
    case name
    when 'write' then File.write(argument, 'text')
    when 'append' then File.open(argument, 'a') { |file| file << 'text' }
    when 'read' then File.read(argument)
    when 'list' then Dir.children(argument)
    when 'delete' then File.delete(argument)
    when 'rename' then File.rename(argument, "#{argument}.old")
    when 'link' then File.symlink('/etc/passwd', argument)
    when 'mkdir' then Dir.mkdir(argument)
    when 'chmod' then File.chmod(0o777, argument)
    when 'truncate' then File.truncate(argument, 0)
    when 'environment' then ENV.to_h.keys.sort
    when 'system' then system('touch /tmp/vm_attack')
    when 'backticks' then `id`
    when 'spawn' then spawn('id')
    when 'exec' then exec('id')
    when 'popen' then IO.popen('id').read
    when 'pipe' then Kernel.open('|id').read
    when 'fork' then fork
    when 'thread' then Thread.new { 1 }.value
    when 'kill' then Process.kill(:KILL, 1)
    when 'socket' then Socket.tcp('127.0.0.1', 22)
    when 'http' then require('net/http') && Net::HTTP.get(URI('http://127.0.0.1/'))
    when 'loop' then loop { nil }
    when 'sleep' then sleep(3600)
    when 'memory' then Array.new(1_000) { 'x' * 1_000_000 }.length
    when 'recursion' then try('recursion')
    when 'regexp' then /^(a|a)*\1$/.match?("#{'a' * 40}b")
    when 'exit' then exit
    when 'exit!' then Process.exit!(3)
    when 'abort' then abort('ended')
    when 'signal' then trap('INT') { nil }
    when 'exception' then raise Exception, 'not a StandardError'
    when 'fiber' then Fiber.new { Fiber.yield(1) }.resume
    when 'enumerator' then [1, 2].each.next
    when 'javascript' then JS.eval('1')
    when 'forged' then Marotte::EVALUATE.call('1')
    when 'question' then Marotte.ask('read_secret')
    when 'object' then Marotte.ask('is_instance', type: 12_345, value: 1)
    when 'garbage' then (GC.start && ObjectSpace.garbage_collect) || ObjectSpace.count_objects.key?(:TOTAL)
    when 'library' then Marotte.singleton_class.define_method(:serve) { 1 }
    when 'syntax' then load(File.expand_path('../../../broken.rb', __dir__))
    when 'gem' then require('hocon')
    when 'encoding' then "\xff\xfe".encode('UTF-8', 'UTF-16')
    when 'print' then puts("line\nwith \e[31mescapes\e[0m")
    when 'deep' then call_function('vm_attack::try', 'deep')
    when 'block' then yield
    when 'plain' then 'fine'
    end
  end
end
