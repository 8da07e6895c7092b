# @summary Class with parameters of several data types.
# @param count Number without a default value.
# @param names Names.
# @param level Level of logging.
# @param options Options.
class m::options (
  Integer[0, 10]           $count,
  Array[String]            $names   = ['one', 'two'],
  Enum['debug', 'info']    $level   = 'info',
  Hash[String, Any]        $options = { 'key' => undef, 'since' => Timestamp('2020-01-01') },
) {
  notify { 'options':
    message => "${count} ${names.join(',')} ${level}",
  }
}
