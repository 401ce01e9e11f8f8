#!/bin/sh
# Written by Lockstep for one launch. JMH runs it with the command line of its fork as arguments: java, options, main class, host, port.
set -u
dir='/work/main/harness-mpi/harness/lockstep-ranks/26389-1'
rm -f "$dir/complete" "$dir/launcher.pid"

LOCKSTEP_KEY=$(cat "$dir/key") || exit 70
export LOCKSTEP_KEY
export LOCKSTEP_RELAY='127.0.0.1:43973'
export LOCKSTEP_COMM='local'
export LOCKSTEP_RANKS='2'
export LOCKSTEP_THREADS='1'
export LOCKSTEP_RANK_VARIABLE='LOCKSTEP_RANK'
export LOCKSTEP_RANK='0'

# JMH writes its compiler hints to a file of this host; ranks elsewhere get the contents. HotSpot would ignore a missing file without a word.
hints=
for word; do
  case $word in
    -XX:CompileCommandFile=*)
      hints=$(tr '\n' '|' <"${word#*=}") || { echo "lockstep: cannot read JMH's compiler hints" >&2; exit 70; } ;;
  esac
done

rank_exec='# Makes one rank of the command line that JMH meant for its fork.
# Arguments: the compiler hints, lines joined by "|"; what to append to the class path; the command line.
hints=$1
append=$2
shift 2
file=
has_main=
is_class_path=
left=$#
while [ "$left" -gt 0 ]; do
  word=$1
  shift
  left=$((left - 1))
  if [ -n "$is_class_path" ]; then
    is_class_path=
    [ -z "$append" ] || word=$word:$append
  else
    case $word in
      -cp | -classpath | --class-path)
        is_class_path=yes
        ;;
      -XX:CompileCommandFile=*)
        file=$(mktemp "${TMPDIR:-/tmp}/lockstep-hints.XXXXXX") && printf '\''%s'\'' "$hints" | tr '\''|'\'' '\''\n'\'' >"$file"
        if [ -z "$file" ] || [ ! -s "$file" ]; then
          echo "lockstep: this rank has no compiler hints and would run other code than the rest; it does not start" >&2
          exit 71
        fi
        word=-XX:CompileCommandFile=$file
        ;;
      org.openjdk.jmh.runner.ForkedMain | dev.lockstep.harness.rank.RankMain)
        has_main=yes
        word=dev.lockstep.harness.rank.RankMain
        ;;
    esac
  fi
  set -- "$@" "$word"
done
if [ -z "$has_main" ]; then
  echo "lockstep: the command line is not one of JMH'\''s forks: $*" >&2
  exit 71
fi
LOCKSTEP_HINTS=$file
export LOCKSTEP_HINTS
exec "$@"
'
jvm=$1
shift

# The launcher's process id stands in a file before it starts, so that the relay can end it.
sh -c 'echo "$$" >"$0/launcher.pid"; exec "$@"' "$dir" \
   sh -c "$rank_exec" rank-exec "$hints" '' "$jvm"  "$@" </dev/null
status=$?
if [ "$status" -eq 0 ] && [ ! -e "$dir/complete" ]; then
  echo "lockstep: the launcher ended without having delivered any results" >&2
  exit 70
fi
exit "$status"
