# An application with resources in it
application lamp($db) {
  db { $name: export => Sql[$name] }
}
