# Stays beside one process of a program that is no JVM, and says which rank it was if it ends badly.
# Arguments: two that are for JVMs; the launch's folder; the command line.
launch=$3
shift 3
eval "rank=\${$LOCKSTEP_RANK_VARIABLE:-}"
if [ -z "$rank" ]; then
  echo "lockstep: $LOCKSTEP_RANK_VARIABLE is not set: the launcher has not told this process its rank" >&2
  exit 71
fi
# What it writes where it runs stays this rank's own.
if ! (umask 077 && mkdir -p "$launch/rank-$rank") || ! cd "$launch/rank-$rank"; then
  echo "lockstep: rank $rank cannot have its folder $launch/rank-$rank" >&2
  exit 71
fi
own=
ending=
trap 'ending=yes; [ -z "$own" ] || kill -s TERM "$own" 2>/dev/null' TERM INT HUP
"$@" &
own=$!
wait "$own"
status=$?
# A signal ends the waiting, not the process.
while [ "$status" -gt 128 ] && kill -s 0 "$own" 2>/dev/null; do
  wait "$own"
  status=$?
done
if [ "$status" -ne 0 ] && [ -z "$ending" ]; then
  how="ended with status $status"
  [ "$status" -le 128 ] || how="was killed by signal $((status - 128))"
  echo "lockstep: rank $rank (pid $own on $(uname -n)) $how" >&2
fi
# The last one on a host that the launch was not started from.
rmdir "$LOCKSTEP_SHARED_MEMORY" 2>/dev/null
exit "$status"
