# A type without a suitable provider is prepared all the same
gizmo { 'x': size => '2' }
