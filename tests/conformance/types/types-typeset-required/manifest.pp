# The fault of a set of types is placed where that is used
type Ts = TypeSet[{version=>'1.0.0',types=>{}}]
notice(Ts)
