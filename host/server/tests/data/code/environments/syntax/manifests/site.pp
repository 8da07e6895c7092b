node default {
  notify { 
}
