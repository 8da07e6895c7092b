# An object type inside another type has no name
type X = Array[Object[{attributes=>{a=>Integer}}]]
notice(X)
