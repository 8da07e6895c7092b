# A boolean property takes its spellings in any case
valued { 'a': enabled => true; 'b': enabled => 'TRUE'; 'c': enabled => 'No'; 'd': enabled => 'yes'; 'e': enabled => false }
