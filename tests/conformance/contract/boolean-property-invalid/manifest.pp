# A boolean property refuses everything else
valued { 'a': enabled => 'perhaps' }
