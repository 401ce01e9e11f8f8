#!/bin/sh
# Written by Lockstep for one launch. JMH runs it with the command line of its fork as arguments: java, options, main class, host, port.
set -u
# In a session of its own: what a terminal sends to all of its processes, or `timeout` to its group, reaches the host
# alone. Its guard would be ended beside the host, with nobody left to clear away.
session=$(command -v setsid) || session=
group=
read -r _ _ _ _ group _ <"/proc/$$/stat"
[ "$group" = "$$" ] || [ -z "$session" ] || exec "$session" "$0" "$@"

dir=@DIR@
rm -f "$dir/complete" "$dir/ending" "$dir/launcher.pid" "$dir/launcher.exit"
echo "$$" >"$dir/script.pid"

LOCKSTEP_KEY=$(cat "$dir/key") || exit 70
rm -f "$dir/key"
export LOCKSTEP_KEY
@EXPORTS@
# In the environment of every process of this launch, and of no other.
LOCKSTEP_LAUNCH=@LAUNCH@
export LOCKSTEP_LAUNCH

# JMH writes its compiler hints to a file of this host; ranks elsewhere get the contents. HotSpot would ignore a missing file without a word.
hints=
hints_file=
for word; do
  case $word in
    -XX:CompileCommandFile=*)
      hints_file=${word#*=}
      hints=$(tr '\n' '|' <"$hints_file") || { echo "lockstep: cannot read JMH's compiler hints" >&2; exit 70; } ;;
  esac
done
# Of a fork: where JMH's host listens. The relay does not take that from a rank.
printf '%s\n' "$word" >"$dir/jmh.port"

# Ends what is left of the launch on this host, whoever its parent is by now.
sweep() {
  rounds=0
  while [ "$rounds" -lt 5 ]; do
    rounds=$((rounds + 1))
    left=
    for environ in $(grep -lF "LOCKSTEP_LAUNCH=$LOCKSTEP_LAUNCH" /proc/[0-9]*/environ 2>/dev/null); do
      pid=${environ#/proc/}
      kill -s KILL "${pid%/environ}" 2>/dev/null && left=yes
    done
    [ -n "$left" ] || return 0
  done
}

# Whoever shared it has ended.
release() {
  case $LOCKSTEP_SHARED_MEMORY in
    /*) rm -rf "$LOCKSTEP_SHARED_MEMORY" ;;
  esac
}

# The other end of this script's standard input is the host's: it closes when the host ends, in whatever way.
guard() {
  trap '' HUP INT TERM
  # What JMH would have deleted itself.
  debris=$(ls -l "/proc/$PPID/fd" | grep -o '/[^>]*/jmh[0-9]*std[a-z]*$')
  while read -r _; do :; done
  kill -s TERM "$$"
  launcher=
  if read -r launcher <"$dir/launcher.pid"; then
    # Ranks end when their link breaks, and the launcher then tidies up. Asked meanwhile, or twice, mpirun would leave everything as it is.
    sleep 1
    [ -e "$dir/ending" ] || kill -s TERM "$launcher"
    for _ in 1 2; do
      ! kill -s 0 "$launcher" || sleep 1
    done
  fi
  sweep
  # Only in folders of this user's own, which nobody else can put a link in the place of.
  for folder in "${TMPDIR:-/tmp}"/ompi.*; do
    [ -z "$launcher" ] || [ -L "$folder" ] || [ ! -O "$folder" ] || rm -rf "$folder/pid.$launcher"
  done
  [ -z "$launcher" ] || rm -rf "${TMPDIR:-/tmp}/ompi.$launcher" "${TMPDIR:-/tmp}"/prterun.*."$launcher".*
  release
  if ! kill -s 0 "$PPID"; then
    rm -f "$dir/key" "$hints_file"
    printf '%s\n' "$debris" | while read -r file; do rm -f "$file"; done
  fi
}
exec 3<&0
# By exec: a shell that redirects a function keeps what it had, and the host waits until nobody holds the script's output.
( exec <&3 3<&- >/dev/null 2>&1 && guard ) &
guard=$!
exec 3<&-

rank_exec=@RANK_EXEC@
jvm=$1
shift

# The launcher's process id stands in a file before it starts, so that the relay can end it. It has a session of its own,
# too: what it sends to its group is not meant for the guard.
$session sh -c 'echo "$$" >"$0/launcher.pid"; exec "$@"' "$dir" \
  @LAUNCHER@ sh -c "$rank_exec" rank-exec "$hints" @CLASS_PATH@ "$dir" "$jvm" @JVM_OPTIONS@ "$@" </dev/null
status=$?
echo "$status" >"$dir/launcher.exit"
if [ "$status" -eq 0 ] && [ ! -e "$dir/complete" ]; then
  echo "lockstep: the launcher ended without having delivered any results" >&2
  status=70
fi
[ "$status" -eq 0 ] || sweep
release
# The guard is ended last: if this script is killed before, the guard clears away.
{ kill -s KILL "$guard" && wait "$guard"; } 2>/dev/null
exit "$status"
