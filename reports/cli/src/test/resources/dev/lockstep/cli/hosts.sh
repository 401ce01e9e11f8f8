#!/bin/sh
# A head node and some hosts on one machine: each has processes, a network, a name, a /tmp and a /dev/shm of its own; a
# bridge joins them. It is the first process of new namespaces (see NamespaceHosts), and stays until its standard input
# ends. Then the kernel ends everything that was started here, and removes everything that was made here.
# Arguments: a folder that all hosts share, for this script's own files; other paths that they share even if those are
# below /tmp; "--"; the hosts' names.
set -eu
folder=$1
shared=
while [ "$1" != -- ]; do
    case $1 in /tmp/*) shared="$shared $1" ;; esac
    shift
done
shift
network=10.231.7

# As in OwnMounts: a chroot's root may be no mount of its own.
propagation=private
unshare --mount true 2>/dev/null || propagation=unchanged

hostname head
{
    echo "127.0.0.1 localhost"
    echo "$network.254 head"
    number=0
    for host; do
        number=$((number + 1))
        echo "$network.$number $host"
    done
} >"$folder/hosts"
mount --bind "$folder/hosts" /etc/hosts
ip link set lo up
ip link add bridge type bridge
ip addr add $network.254/24 dev bridge
ip link set bridge up

# What ssh is elsewhere: hands a command to a host, which runs it with an environment of its own.
cat >"$folder/agent" <<END
#!/bin/sh
host=\$1
shift
if [ ! -p "$folder/\$host.commands" ]; then
    echo "agent: could not resolve hostname \$host" >&2
    exit 255
fi
if [ -z "\$(ip -o link show dev "\$host" up)" ]; then
    echo "agent: connect to host \$host: no route to host" >&2
    exit 255
fi
printf '%s\n' "\$*" >"$folder/\$host.commands"
END
# The same with standard input and output, until the command ends.
cat >"$folder/shell" <<END
#!/bin/sh
while [ "\${1#-}" != "\$1" ]; do shift; done # hydra's options for ssh
call=\$(mktemp -d "$folder/call.XXXXXX")
mkfifo "\$call/in" "\$call/out" "\$call/err"
host=\$1
shift
printf '%s\n' "\$*" >"\$call/command"
"$folder/agent" "\$host" "sh \$call/command <\$call/in >\$call/out 2>\$call/err; echo \\\$? >\$call/exit" || exit
exec 3<&0
cat <&3 >"\$call/in" &
input=\$!
cat "\$call/err" >&2 &
cat "\$call/out"
kill "\$input"
while [ ! -s "\$call/exit" ]; do sleep 0.1; done
exit "\$(cat "\$call/exit")"
END
chmod +x "$folder/agent" "$folder/shell"

number=0
for host; do
    number=$((number + 1))
    mkfifo "$folder/$host.commands"
    # shellcheck disable=SC2016
    unshare --mount --propagation $propagation --net --uts --pid --fork --kill-child --mount-proc sh -c '
        set -eu
        hostname "$1"
        own=$(mktemp -d)
        mount -t tmpfs tmpfs "$own"
        chmod 1777 "$own"
        for path in $3; do
            copy=$own/${path#/tmp/}
            if [ -d "$path" ]; then mkdir -p "$copy"; else mkdir -p "${copy%/*}" && : >"$copy"; fi
            mount --bind "$path" "$copy"
        done
        mount --rbind "$own" /tmp
        mount -t tmpfs -o mode=1777 tmpfs /dev/shm
        ip link set lo up
        exec 3<>"$2/$1.commands"
        : >"$2/$1.up"
        while read -r command <&3; do
            env -i HOME="$HOME" PATH="$PATH" sh -c "$command" </dev/null 3<&- &
        done' lockstep-host "$host" "$folder" "$shared" </dev/null &
    pid=$!
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        [ ! -e "$folder/$host.up" ] || break
        sleep 0.5
    done
    [ -e "$folder/$host.up" ] || { echo "host $host does not come up" >&2 && exit 1; }
    ip link add "$host" type veth peer name eth0 netns "$pid"
    ip link set "$host" master bridge up
    nsenter -t "$pid" -n ip addr add $network.$number/24 dev eth0
    nsenter -t "$pid" -n ip link set eth0 up
done
# The head node sees none of the hosts' processes.
unshare --mount --propagation $propagation --pid --fork --kill-child --mount-proc sh -c 'echo ready && cat >/dev/null' lockstep-head
