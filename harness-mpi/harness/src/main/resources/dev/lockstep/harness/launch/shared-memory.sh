# Makes the launch's folder in this host's shared memory, or sees that the one that is there is not somebody else's.
case $LOCKSTEP_SHARED_MEMORY in
  /*)
    mkdir -m 700 "$LOCKSTEP_SHARED_MEMORY" 2>/dev/null
    if [ -L "$LOCKSTEP_SHARED_MEMORY" ] || [ ! -O "$LOCKSTEP_SHARED_MEMORY" ]; then
      echo "lockstep: this rank cannot have the folder $LOCKSTEP_SHARED_MEMORY on $(uname -n)" >&2
      exit 71
    fi
    ;;
esac
