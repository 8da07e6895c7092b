exec { '/nonexistent/program': }
