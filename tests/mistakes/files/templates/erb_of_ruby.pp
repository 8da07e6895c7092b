notice(inline_template('<%= File.read("/etc/passwd") %>'))
