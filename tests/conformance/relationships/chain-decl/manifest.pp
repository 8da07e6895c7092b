# extra
notify { 'a': } -> notify { ['b','c']: } ~> notify { 'd': }
