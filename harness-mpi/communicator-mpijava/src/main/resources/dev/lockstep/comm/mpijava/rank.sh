#!/bin/sh
# Runs one process of a job beside a guard. Standard input brings names of signals for it, and its end is the process's
# end: nothing is left when MpjRun, or the connection to it, breaks. Arguments: the folder and the command of the process.
cd "$1" || exit 71
shift
exec 3<&0
# In a session of its own, so that a signal reaches all that it starts.
session=$(command -v setsid) || session=
${session:+"$session"} "$@" </dev/null 3<&- &
process=$!
tell() {
  kill -s "$1" -- "-$process" 2>/dev/null || kill -s "$1" "$process" 2>/dev/null
}
guard() {
  trap '' TERM INT HUP
  while read -r signal; do tell "$signal"; done
  tell KILL
}
guard <&3 >/dev/null 2>&1 3<&- &
guard=$!
exec 3<&-
# What a terminal sends reaches this shell, too; the process is told by MpjRun.
trap : TERM INT HUP
wait "$process"
status=$?
while kill -s 0 "$process" 2>/dev/null; do
  wait "$process"
  status=$?
done
kill -s KILL "$guard" 2>/dev/null
exit "$status"
