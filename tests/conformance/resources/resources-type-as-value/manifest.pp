# A resource type without a title is an empty reference in an attribute
notify { a: message => Notify }
