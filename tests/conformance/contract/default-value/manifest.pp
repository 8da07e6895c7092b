# Defaults of a listed parameter and of a property; the property is managed for it
valued { 'x': }
valued { 'slow': kind => 'big', quiet => yes }
