#!/bin/sh
# Written by Lockstep for one launch. JMH runs it with the command line of its fork as arguments: java, options, main class, host, port.
set -u
dir=@DIR@
rm -f "$dir/complete" "$dir/launcher.pid"

LOCKSTEP_KEY=$(cat "$dir/key") || exit 70
rm -f "$dir/key"
export LOCKSTEP_KEY
@EXPORTS@

# JMH writes its compiler hints to a file of this host; ranks elsewhere get the contents. HotSpot would ignore a missing file without a word.
hints=
for word; do
  case $word in
    -XX:CompileCommandFile=*)
      hints=$(tr '\n' '|' <"${word#*=}") || { echo "lockstep: cannot read JMH's compiler hints" >&2; exit 70; } ;;
  esac
done

rank_exec=@RANK_EXEC@
jvm=$1
shift

# The launcher's process id stands in a file before it starts, so that the relay can end it.
sh -c 'echo "$$" >"$0/launcher.pid"; exec "$@"' "$dir" \
  @LAUNCHER@ sh -c "$rank_exec" rank-exec "$hints" @CLASS_PATH@ "$dir" "$jvm" @JVM_OPTIONS@ "$@" </dev/null
status=$?
if [ "$status" -eq 0 ] && [ ! -e "$dir/complete" ]; then
  echo "lockstep: the launcher ended without having delivered any results" >&2
  exit 70
fi
exit "$status"
