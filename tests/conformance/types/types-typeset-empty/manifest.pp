# A set of types prints with its name
type Ts = TypeSet[{pcore_version=>'1.0.0',version=>'1.0.0'}]
notice(Ts)
