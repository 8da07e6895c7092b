# A boolean parameter takes its spellings in small letters only
valued { 'a': quiet => 'True' }
