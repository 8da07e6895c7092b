# A type without a suitable provider fails all its resources, and says so once
gizmo { 'x': size => '2' }
gizmo { 'y': size => '2' }
notify { 'after': require => Gizmo['x'] }
