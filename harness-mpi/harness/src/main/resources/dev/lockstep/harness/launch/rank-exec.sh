# Makes one rank of the command line that JMH meant for its fork, in a folder of its own.
# Arguments: the compiler hints, lines joined by "|"; what to append to the class path; the launch's folder; the command line.
hints=$1
append=$2
launch=$3
jvm=$4
shift 4
eval "rank=\${$LOCKSTEP_RANK_VARIABLE:-}"
if [ -z "$rank" ]; then
  echo "lockstep: $LOCKSTEP_RANK_VARIABLE is not set: the launcher has not told this process its rank" >&2
  exit 71
fi

# Where the launch was started is left below, so what was meant from there is made absolute.
absolute() {
  case $1 in
    /*) path=$1 ;;
    *) path=$PWD/$1 ;;
  esac
}
absolute_class_path() {
  left_path=$1:
  path_list=
  while [ -n "$left_path" ]; do
    absolute "${left_path%%:*}"
    path_list=$path_list:$path
    left_path=${left_path#*:}
  done
  path_list=${path_list#:}
}
case $jvm in
  */*)
    absolute "$jvm"
    jvm=$path
    ;;
esac

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
    absolute_class_path "$word"
    word=$path_list
    [ -z "$append" ] || word=$word:$append
  else
    case $word in
      -cp | -classpath | --class-path)
        is_class_path=yes
        ;;
      -javaagent:* | -agentpath:*)
        absolute "${word#*:}"
        word=${word%%:*}:$path
        ;;
      -XX:CompileCommandFile=*)
        file=$(mktemp "${TMPDIR:-/tmp}/lockstep-hints.XXXXXX") && printf '%s' "$hints" | tr '|' '\n' >"$file"
        if [ -z "$file" ] || [ ! -s "$file" ]; then
          rm -f "$file"
          echo "lockstep: this rank has no compiler hints and would run other code than the rest; it does not start" >&2
          exit 71
        fi
        # Held open and unlinked at once: nothing is left behind, however this process ends.
        # Hydra tells each rank a descriptor, which must stay what it is: without it MPI does not start.
        if [ "${PMI_FD:-}" = 9 ]; then
          descriptor=8
          exec 8<"$file"
        else
          descriptor=9
          exec 9<"$file"
        fi
        rm -f "$file"
        word=-XX:CompileCommandFile=/dev/fd/$descriptor
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

# The rank that is to be debugged waits for its debugger before it does anything.
if [ "${LOCKSTEP_DEBUG:-}" != "${LOCKSTEP_DEBUG#"$rank:"}" ]; then
  set -- "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:${LOCKSTEP_DEBUG#*:}" "$@"
fi

# What the JVM or a profiler writes where it runs stays this rank's own. A probe measures nothing, and leaves nothing on a host.
if [ "$word" != probe ]; then
  if ! (umask 077 && mkdir -p "$launch/rank-$rank") || ! cd "$launch/rank-$rank"; then
    echo "lockstep: rank $rank cannot have its folder $launch/rank-$rank" >&2
    exit 71
  fi
fi
exec "$jvm" "$@"
