# Starts the processes of a launch on this host, waits for all of them, and ends the others when one fails.
# Arguments: how many; the CPUs that each may use, as one word of lists joined by "/", or "-" for all; the command of a process.
count=$1
cpus=$2
shift 2
supervisors=
rank=0
ending=
signalled=
started=
insister=

# Waits for a child; a signal ends the waiting, not the child.
await() {
  signalled=
  wait "$1"
  status=$?
  while [ -n "$signalled" ]; do
    signalled=
    wait "$1"
    again=$?
    [ "$again" -eq 127 ] || status=$again
  done
}

# Stays beside one process, so that its end is noticed at once and a signal reaches it.
supervise() {
  own=
  ending=
  trap 'ending=yes; signalled=yes; [ -z "$own" ] || kill -s TERM "$own" 2>/dev/null' TERM INT HUP
  "$@" &
  own=$!
  [ -z "$ending" ] || kill -s TERM "$own" 2>/dev/null
  await "$own"
  if [ "$status" -ne 0 ] && [ -z "$ending" ]; then
    echo "lockstep: the process of rank $LOCKSTEP_RANK ended with status $status; the others are ended" >&2
    kill -s TERM "$$"
    # Bash 5.2 loses the status of a child that ends while its wait for another one is being interrupted.
    while [ -z "$ending" ] && kill -s 0 "$$" 2>/dev/null; do
      sleep 1 >/dev/null 2>&1 &
      wait "$!"
    done
  fi
  exit "$status"
}

tell() {
  told=
  for pid in $supervisors; do
    kill -s TERM "$pid" 2>/dev/null && told=yes
  done
}
# A shell that has just been forked forgets the signal that it gets before it has a trap of its own.
insist() {
  trap - TERM INT HUP
  while sleep 1; do
    tell
    [ -n "$told" ] || break
  done
}
end() {
  ending=yes
  signalled=yes
  tell
  # Not while processes are being started, whose number $! holds.
  if [ -n "$started" ] && [ -z "$insister" ]; then
    insist >/dev/null 2>&1 &
    insister=$!
  fi
}
trap end TERM INT HUP

while [ "$rank" -lt "$count" ] && [ -z "$ending" ]; do
  export LOCKSTEP_RANK="$rank"
  if [ "$cpus" = - ]; then
    supervise "$@" &
  else
    supervise taskset -c "${cpus%%/*}" "$@" &
    cpus=${cpus#*/}
  fi
  supervisors="$supervisors $!"
  rank=$((rank + 1))
done
started=yes
# A signal that came in between has not reached the last one.
[ -z "$ending" ] || end

worst=0
for supervisor in $supervisors; do
  await "$supervisor"
  # What was ended because of another says less than that other.
  if [ "$status" -ne 0 ] && { [ "$worst" -eq 0 ] || [ "$worst" -eq 143 ]; }; then
    worst=$status
  fi
done
if [ "$worst" -eq 0 ] && [ -n "$ending" ]; then
  worst=143
fi
[ -z "$insister" ] || kill -s TERM "$insister" 2>/dev/null
exit "$worst"
