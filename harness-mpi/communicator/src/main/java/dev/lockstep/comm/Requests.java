package dev.lockstep.comm;

/**
 * Completing several requests (MPI 4.1, section 3.7.5). They may be of different operations and different communicators
 * of the calling thread, and are completed by {@link Request#await} and {@link Request#test}, whatever the library has
 * of its own.
 *
 * <p>An array's entries that are null, or persistent and inactive, are passed over. An entry that becomes complete is
 * set to null, as MPI sets a handle to MPI_REQUEST_NULL; a persistent one stays. Nothing is allocated.
 */
public final class Requests {
    /** The index that says that there was nothing to complete (MPI_UNDEFINED). */
    public static final int NONE = -1;

    private Requests() {}

    /**
     * Waits until all are complete (MPI_Waitall). If some end with an error, the others are completed all the same.
     *
     * @param requests to be completed
     * @throws CommunicationException the first error; further ones are suppressed in it
     */
    public static void waitAll(Request[] requests) {
        waitAll(requests, null);
    }

    /**
     * Waits until all are complete, with statuses.
     *
     * @param requests to be completed
     * @param statuses as many; those of receives are filled. May be null
     * @throws CommunicationException the first error; further ones are suppressed in it
     */
    public static void waitAll(Request[] requests, Status[] statuses) {
        CommunicationException first = null;
        for (int i = 0; i < requests.length; i++) {
            if (isActive(requests[i])) {
                try {
                    take(requests, i).await(statuses == null ? null : statuses[i]);
                } catch (CommunicationException e) {
                    first = join(first, e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /**
     * Waits until one is complete (MPI_Waitany).
     *
     * @param requests one of which is to be completed
     * @param status of that one, if it is a receive; may be null
     * @return its index, or {@link #NONE} if there is no active request
     * @throws CommunicationException if that one ends with an error
     */
    public static int waitAny(Request[] requests, Status status) {
        int found;
        do {
            found = testAny(requests, status);
        } while (found == NONE && anyActive(requests));
        return found;
    }

    /**
     * Asks for one that is complete (MPI_Testany). The first in the array is asked first.
     *
     * @param requests one of which is to be completed
     * @param status of that one, if it is a receive; may be null
     * @return its index, or {@link #NONE} if none is complete, or there is no active request
     * @throws CommunicationException if that one ends with an error
     */
    public static int testAny(Request[] requests, Status status) {
        for (int i = 0; i < requests.length; i++) {
            if (isActive(requests[i]) && test(requests, i, status)) {
                return i;
            }
        }
        return NONE;
    }

    /**
     * Asks whether all are complete (MPI_Testall). Other than MPI's, it completes those that are, so that a later call
     * has fewer to ask.
     *
     * @param requests to be completed
     * @param statuses as many; those of receives are filled as they complete. May be null
     * @return true if no active request is left
     * @throws CommunicationException if one ends with an error
     */
    public static boolean testAll(Request[] requests, Status[] statuses) {
        boolean all = true;
        for (int i = 0; i < requests.length; i++) {
            if (isActive(requests[i])) {
                all &= test(requests, i, statuses == null ? null : statuses[i]);
            }
        }
        return all;
    }

    private static boolean test(Request[] requests, int index, Status status) {
        Request request = take(requests, index);
        boolean done = request.test(status);
        if (!done) {
            requests[index] = request;
        }
        return done;
    }

    /** The entry is cleared first: a request that ends with an error is complete, too. */
    private static Request take(Request[] requests, int index) {
        Request request = requests[index];
        if (!(request instanceof PersistentRequest)) {
            requests[index] = null;
        }
        return request;
    }

    private static boolean anyActive(Request[] requests) {
        for (Request request : requests) {
            if (isActive(request)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isActive(Request request) {
        return request instanceof PersistentRequest persistent ? persistent.isActive() : request != null;
    }

    private static CommunicationException join(CommunicationException first, CommunicationException next) {
        if (first == null) {
            return next;
        }
        first.addSuppressed(next);
        return first;
    }
}
