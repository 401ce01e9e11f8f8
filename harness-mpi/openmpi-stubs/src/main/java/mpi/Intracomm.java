package mpi;

/** A communicator of one group. */
public class Intracomm extends Comm {
    Intracomm() {}

    public native Intracomm dup() throws MPIException;

    public final native Intracomm split(int colour, int key) throws MPIException;
}
