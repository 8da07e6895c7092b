import 'common.pp'
notify { 'other': }
