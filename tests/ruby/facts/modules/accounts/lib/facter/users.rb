# Users and groups.
require 'etc'
Facter.add(:user_root) { setcode { Etc.getpwnam('root').then { |user| [user.name, user.uid, user.gid, user.dir] } } }
Facter.add(:user_zero) { setcode { Etc.getpwuid(0).name } }
Facter.add(:user_missing) { setcode { Etc.getpwnam('fx-nobody') } }
Facter.add(:user_missing_id) { setcode { Etc.getpwuid(54_321) } }
Facter.add(:group_root) { setcode { [Etc.getgrnam('root').gid, Etc.getgrgid(0).name, Etc.getgrgid(0).mem] } }
Facter.add(:group_missing) { setcode { Etc.getgrnam('fx-nobody') } }
