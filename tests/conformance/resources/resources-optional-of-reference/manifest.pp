# A type that is made of a reference stays a type
notify { a: message => Optional[Notify] }
