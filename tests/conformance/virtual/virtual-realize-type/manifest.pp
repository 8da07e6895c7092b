# realize refuses a type without a title
@notify { 'a': }
realize(Notify)
