# A boolean property that should be true is set, one that should be false is not
valued { 'a': enabled => true; 'b': enabled => 'yes'; 'c': enabled => false }
