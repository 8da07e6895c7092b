# An automatic relation to the nearest ancestor that is managed
anchored { '/a/b/c/d': path => '/a/b/c/d' }
anchored { '/a': path => '/a' }
anchored { '/a/b': path => '/a/b' }
anchored { '/': path => '/' }
