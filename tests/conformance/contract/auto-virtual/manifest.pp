# A resource that stays virtual is nobody's relation
linked { 'x': needs => 'y' }
@linked { 'y': }
