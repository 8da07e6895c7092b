# An automatic notification refreshes, before what the manifest names first
bell { 'b': sound => 'ding' }
bell { 'a': sound => 'dong', tells => 'b' }
