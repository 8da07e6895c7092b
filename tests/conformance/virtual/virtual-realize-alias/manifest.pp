# realize finds a resource by its alias
realize(Notify[q])
@notify { a: alias => q }
