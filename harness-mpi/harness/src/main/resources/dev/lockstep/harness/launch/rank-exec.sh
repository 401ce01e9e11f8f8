# Makes one rank of the command line that JMH meant for its fork.
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
        file=$(mktemp "${TMPDIR:-/tmp}/lockstep-hints.XXXXXX") && printf '%s' "$hints" | tr '|' '\n' >"$file"
        if [ -z "$file" ] || [ ! -s "$file" ]; then
          rm -f "$file"
          echo "lockstep: this rank has no compiler hints and would run other code than the rest; it does not start" >&2
          exit 71
        fi
        # Held open and unlinked at once: nothing is left behind, however this process ends.
        exec 9<"$file"
        rm -f "$file"
        word=-XX:CompileCommandFile=/dev/fd/9
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
  echo "lockstep: the command line is not one of JMH's forks: $*" >&2
  exit 71
fi
exec "$@"
