# application with a title is a resource of an unknown type
application { 'lamp': }
