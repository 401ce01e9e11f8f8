package dev.lockstep.comm;

/**
 * A group of operations that a library may lack. What every {@link Communicator} has stands in no group: its rank and
 * size, {@link Communicator#allocate allocate}, {@link Collectives#barrier barrier} and
 * {@link Communicator#close close}. An operation may need several: {@link NonBlockingCollectives#iGather iGather} needs
 * {@link #GATHER} and {@link #NON_BLOCKING_COLLECTIVES}.
 */
public enum Capability {
    /** {@link Communicator#duplicate} (MPI 4.1, section 7.4.2). */
    DUPLICATE,
    /** {@link Communicator#split} (MPI 4.1, section 7.4.2). */
    SPLIT,
    /**
     * {@link Communicator#share}: several threads of a rank send and receive on one communicator at the same time (MPI 4.1,
     * section 11.6.2). Where the library's thread level decides, a communicator has it at MULTIPLE only.
     */
    SHARED_COMMUNICATOR,
    /** Blocking and non-blocking sends and receives, and sendRecv (MPI 4.1, sections 3.2, 3.7 and 3.10). */
    POINT_TO_POINT,
    /** {@link PointToPoint#ANY_SOURCE} and {@link PointToPoint#ANY_TAG} (MPI 4.1, section 3.2.4). */
    WILDCARD,
    /** {@link PointToPoint#sSend} and {@link PointToPoint#isSend} (MPI 4.1, section 3.4). */
    SYNCHRONOUS_SEND,
    /** {@link Probes} (MPI 4.1, section 3.8.1). */
    PROBE,
    /** {@link PersistentOperations} (MPI 4.1, section 3.9). */
    PERSISTENT_REQUESTS,
    /** {@link Collectives#bcast} (MPI 4.1, section 6.4). */
    BROADCAST,
    /** {@link Collectives#gather} and gatherv (MPI 4.1, section 6.5). */
    GATHER,
    /** {@link Collectives#scatter} and scatterv (MPI 4.1, section 6.6). */
    SCATTER,
    /** {@link Collectives#allGather} and allGatherv (MPI 4.1, section 6.7). */
    ALL_GATHER,
    /** {@link Collectives#allToAll} and allToAllv (MPI 4.1, section 6.8). */
    ALL_TO_ALL,
    /** {@link Reductions#reduce} (MPI 4.1, section 6.9.1). */
    REDUCE,
    /** {@link Reductions#allReduce} (MPI 4.1, section 6.9.6). */
    ALL_REDUCE,
    /** {@link Reductions#reduceScatter} (MPI 4.1, section 6.10.2). */
    REDUCE_SCATTER,
    /** {@link Reductions#reduceScatterBlock} (MPI 4.1, section 6.10.1). */
    REDUCE_SCATTER_BLOCK,
    /** {@link Reductions#scan} (MPI 4.1, section 6.11.1). */
    SCAN,
    /** {@link Reductions#exscan} (MPI 4.1, section 6.11.2). */
    EXSCAN,
    /** {@link Collectives#IN_PLACE}, but for allToAll and allToAllv (MPI 4.1, section 6.2.2). */
    IN_PLACE,
    /** {@link Collectives#IN_PLACE} in allToAll and allToAllv (MPI 4.1, section 6.8). */
    ALL_TO_ALL_IN_PLACE,
    /** {@link NonBlockingCollectives} and {@link NonBlockingReductions} (MPI 4.1, section 6.12). */
    NON_BLOCKING_COLLECTIVES
}
