# An alias can not be called like a resource type
type File = String
