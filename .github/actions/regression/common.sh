# shellcheck shell=sh
# What the scripts of this action and of regression-comment share. They talk to the runner by its workflow commands, and
# by $GITHUB_OUTPUT.

# The runner ends a workflow command at the line's end, and undoes these three.
annotate() { # notice|warning|error MESSAGE
    printf '::%s title=Lockstep::%s\n' "$1" "$(printf '%s' "$2" | sed 's/%/%25/g; s/\r/%0D/g' | awk '
        NR > 1 { printf "%%0A" }
        { printf "%s", $0 }')"
}

die() { # MESSAGE...
    annotate error "$*"
    exit 2
}

# Values are single lines by what they are: commits, numbers, paths of ours.
output() { # NAME VALUE
    printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"
}

# Of the runner's JDKs Lockstep would take the newest, and not the one that the job chose.
use_jdk() {
    [ -z "${JAVA_HOME:-}" ] || export LOCKSTEP_JAVA_HOME="${LOCKSTEP_JAVA_HOME:-$JAVA_HOME}"
}

# An id for artifacts and the comment, of letters that both may have.
id_of() { # NAME
    printf 'lockstep-%s' "$1" | tr -cs 'A-Za-z0-9._-' '-'
}

need_flag() { # NAME VALUE
    case $2 in
        true | false) ;;
        *) die "$1: expected true or false, found '$2'" ;;
    esac
}
