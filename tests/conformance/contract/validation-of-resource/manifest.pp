# Values that do not go together are refused
valued { 'a': kind => big }
