node default {
  include n
}
