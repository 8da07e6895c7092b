# Resources of a type that allows it may share a namevar
loose { 'x': key => 'same', color => 'new' }
loose { 'y': key => 'same', color => 'old' }
