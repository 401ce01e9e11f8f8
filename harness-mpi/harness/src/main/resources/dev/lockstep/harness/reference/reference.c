/*
 * Lockstep's C reference: the operations that the Java benchmarks time, in C, measured as JMH and the harness measure
 * those.
 *
 *   reference LEVEL pilot BATCH_NANOS SEARCH_NANOS search|best KERNEL HOW [KERNEL HOW]...
 *                                                                 checks each kernel, and finds what one call costs
 *   reference LEVEL run stamps|plain KERNEL HOW N WARMUP ITERATIONS      checks, then times iterations of N calls
 *
 * HOW is the benchmark's parameters: bytes=64,root=0,...; or - for none. LEVEL is the thread level that MPI is asked for: SINGLE, FUNNELED, SERIALIZED or MULTIPLE.
 *
 * Rank 0 alone writes to standard output, a line for each thing that it has to say; the harness's class ReferenceLine
 * reads them. Results of the others come to it by messages between iterations, outside of what is timed. What was
 * measured is written when the last iteration is over, so that nobody reads and keeps it while ranks measure; until
 * then a sign of life is, twice a second at most.
 */
#define _POSIX_C_SOURCE 200809L
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <mpi.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { WINDOW = 64, REPLY = 4, TAG = 1, PERIOD = 251, APART = 97, TEXT = 1024, LINE_OF_STAMPS = 256 };

/* As the Java pilot (class SteadyState). */
#define MAX_GROWTH 8
#define SHORTEST (1 / 256.0)
#define TOLERANCE 0.05
enum { MOST = 6, LEAST = 3, MAX_TIMED = 1024 };

#define SIGN_NANOS INT64_C(500000000)

/* As StragglerCheck. */
#define REST_NANOS INT64_C(20000000)

/* As OpTimesChunk.MAX_RECORDED. */
#define MAX_STAMPS (1 << 20)

static int rank, size, peer;
static MPI_Comm comm; /* of the kernels */
static MPI_Comm own;  /* of the barrier before synchronised operations */
static int bytes;
static unsigned char *out, *in;
static unsigned char *window[WINDOW], *reply; /* of bandwidth: a buffer for each message, as in Java */
static MPI_Request requests[2 * WINDOW];
static void *requests_of; /* the buffer of persistent ones; NULL if there are none */
static unsigned char *window_in[WINDOW]; /* of both ways at once */
static char wrong[TEXT]; /* why this rank's check failed; empty if it did not */

/* Stamps of single calls: see OpTimer, which this follows. */
static int64_t *stamps, *began;
static int64_t opened;
static int is_open, recorded, limit;
static int64_t calls;

/* What System.nanoTime reads on Linux. */
static inline int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static void die(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "lockstep: rank %d: ", rank);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    fflush(stderr);
    va_end(arguments);
    MPI_Abort(MPI_COMM_WORLD, 72);
    exit(72);
}

static unsigned char *allocate(size_t length) {
    /* At the beginning of a page, as the Java side's direct buffers and OSU's. */
    void *memory = NULL;
    if (posix_memalign(&memory, 4096, length > 0 ? length : 1) != 0) die("no memory for a buffer of %zu bytes", length);
    return memory;
}

static void require(const char *what, size_t i, double expected, double found) {
    if (expected != found && wrong[0] == 0) {
        snprintf(wrong, sizeof wrong, "%s %zu should be %g and is %g", what, i, expected, found);
    }
}

/* ---- Contents: as Contents of the transports' benchmarks, and Known of the collectives' ---- */

static unsigned char content(size_t i, int from) {
    return (unsigned char)((i + 37 * (size_t)from + 1) % PERIOD);
}

static void put_block(unsigned char *block, int length, int number) {
    for (int i = 0; i < length; i++) block[i] = content((size_t)i, number);
}

static void put_no_block(unsigned char *block, int length, int number) {
    for (int i = 0; i < length; i++) block[i] = (unsigned char)~content((size_t)i, number);
}

static void require_block(unsigned char *block, int length, int number) {
    for (int i = 0; i < length; i++) require("byte", (size_t)i, content((size_t)i, number), block[i]);
}

static void put(unsigned char *message, int from) { put_block(message, bytes, from); }
static void put_none(unsigned char *message, int from) { put_no_block(message, bytes, from); }
static void require_content(unsigned char *message, int from) { require_block(message, bytes, from); }

/* ---- Kernels. Each has buffers, an operation, known contents in, and a check of what came out ---- */

static void ping_pong(void) {
    if (rank % 2 == 0) {
        MPI_Send(out, bytes, MPI_BYTE, peer, TAG, comm);
        MPI_Recv(in, bytes, MPI_BYTE, peer, TAG, comm, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(in, bytes, MPI_BYTE, peer, TAG, comm, MPI_STATUS_IGNORE);
        MPI_Send(out, bytes, MPI_BYTE, peer, TAG, comm);
    }
}

static void fill_ping_pong(void) {
    put(out, rank);
    put_none(in, peer);
}

static void check_ping_pong(void) {
    require_content(in, peer);
    require_content(out, rank);
}

static void persistent_ping_pong(void) {
    MPI_Request *first = &requests[rank % 2], *second = &requests[1 - rank % 2]; /* sending, receiving */
    MPI_Start(first);
    MPI_Wait(first, MPI_STATUS_IGNORE);
    MPI_Start(second);
    MPI_Wait(second, MPI_STATUS_IGNORE);
}

static void probed_ping_pong(void) {
    MPI_Status status;
    if (rank % 2 == 0) MPI_Send(out, bytes, MPI_BYTE, peer, TAG, comm);
    MPI_Probe(peer, TAG, comm, &status);
    MPI_Recv(in, bytes, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, comm, MPI_STATUS_IGNORE);
    if (rank % 2 == 1) MPI_Send(out, bytes, MPI_BYTE, peer, TAG, comm);
}

/* Requests of a kernel before are freed: they are of its buffers. */
static void fill_persistent_ping_pong(void) {
    if (requests_of != out && peer < size) {
        MPI_Send_init(out, bytes, MPI_BYTE, peer, TAG, comm, &requests[0]);
        MPI_Recv_init(in, bytes, MPI_BYTE, peer, TAG, comm, &requests[1]);
        requests_of = out;
    }
    fill_ping_pong();
}

#define fill_probed_ping_pong fill_ping_pong
#define check_probed_ping_pong check_ping_pong
#define check_persistent_ping_pong check_ping_pong

/* The same over TCP on one host, as transports do it: a connection each way, and a message's length before it. */
static int outgoing = -1, incoming = -1;
static uint32_t length_out, length_in;

static void connect_tcp(void) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t room = sizeof at;
    int on = 1, listener = socket(AF_INET, SOCK_STREAM, 0);
    outgoing = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr *)&at, room) != 0 || listen(listener, 1) != 0 ||
        getsockname(listener, (struct sockaddr *)&at, &room) != 0) {
        die("cannot listen: %s", strerror(errno));
    }
    MPI_Sendrecv_replace(&at.sin_port, sizeof at.sin_port, MPI_BYTE, peer, TAG, peer, TAG, comm, MPI_STATUS_IGNORE);
    if (setsockopt(outgoing, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0 ||
        connect(outgoing, (struct sockaddr *)&at, room) != 0 || (incoming = accept(listener, NULL, NULL)) < 0) {
        die("cannot connect to rank %d, which must be on the same host: %s", peer, strerror(errno));
    }
    close(listener);
}

/* Length and message, in as few calls as the system makes of it. */
static inline void move(ssize_t (*call)(int, const struct iovec *, int), int to, uint32_t *length, unsigned char *message) {
    struct iovec parts[] = {{length, sizeof *length}, {message, (size_t)bytes}};
    for (size_t left = sizeof *length + (size_t)bytes; left > 0;) {
        ssize_t moved = call(to, parts, 2);
        if (moved <= 0) die("rank %d is gone: %s", peer, moved == 0 ? "end of the connection" : strerror(errno));
        left -= (size_t)moved;
        for (int i = 0; i < 2; i++) {
            size_t of = (size_t)moved < parts[i].iov_len ? (size_t)moved : parts[i].iov_len;
            parts[i].iov_base = (char *)parts[i].iov_base + of;
            parts[i].iov_len -= of;
            moved -= (ssize_t)of;
        }
    }
}

static void tcp_ping_pong(void) {
    if (rank % 2 == 0) {
        move(writev, outgoing, &length_out, out);
        move(readv, incoming, &length_in, in);
    } else {
        move(readv, incoming, &length_in, in);
        move(writev, outgoing, &length_out, out);
    }
}

static void fill_tcp_ping_pong(void) {
    if (outgoing < 0 && peer < size) connect_tcp();
    length_out = htonl((uint32_t)bytes);
    length_in = 0;
    fill_ping_pong();
}

static void check_tcp_ping_pong(void) {
    require("length", 0, bytes, ntohl(length_in));
    check_ping_pong();
}

static void bandwidth(void) {
    if (rank % 2 == 0) {
        for (int i = 0; i < WINDOW; i++) {
            MPI_Isend(window[i], bytes, MPI_BYTE, peer, TAG, comm, &requests[i]);
        }
        MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
        MPI_Recv(reply, REPLY, MPI_BYTE, peer, TAG, comm, MPI_STATUS_IGNORE);
    } else {
        for (int i = 0; i < WINDOW; i++) {
            MPI_Irecv(window[i], bytes, MPI_BYTE, peer, TAG, comm, &requests[i]);
        }
        MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
        MPI_Send(reply, REPLY, MPI_BYTE, peer, TAG, comm);
    }
}

static void fill_bandwidth(void) {
    for (int i = 0; i < WINDOW; i++) {
        if (rank % 2 == 0) {
            put(window[i], rank * WINDOW + i);
        } else {
            put_none(window[i], peer * WINDOW + i);
        }
    }
    memset(reply, rank % 2 == 0 ? 0 : 0x5a, REPLY);
}

static void check_bandwidth(void) {
    int sender = rank % 2 == 0 ? rank : peer;
    for (int i = 0; i < WINDOW; i++) require_content(window[i], sender * WINDOW + i);
    for (size_t i = 0; i < REPLY; i++) require("byte of the reply", i, 0x5a, reply[i]);
}

static void bidirectional_bandwidth(void) {
    for (int i = 0; i < WINDOW; i++) MPI_Irecv(window_in[i], bytes, MPI_BYTE, peer, TAG, comm, &requests[i]);
    for (int i = 0; i < WINDOW; i++) MPI_Isend(window[i], bytes, MPI_BYTE, peer, TAG, comm, &requests[WINDOW + i]);
    MPI_Waitall(2 * WINDOW, requests, MPI_STATUSES_IGNORE);
}

static void fill_bidirectional_bandwidth(void) {
    for (int i = 0; i < WINDOW; i++) {
        put(window[i], rank * WINDOW + i);
        put_none(window_in[i], peer * WINDOW + i);
    }
}

static void check_bidirectional_bandwidth(void) {
    for (int i = 0; i < WINDOW; i++) require_content(window_in[i], peer * WINDOW + i);
}

/* ---- Collectives: as Shape, Blocks, KnownContents and Collective of jmh-collectives ---- */

enum part { NOTHING, OWN, EACH };
enum rooted { NO_ROOT, ROOT_GIVES, ROOT_GETS };
enum { BCAST, GATHER, SCATTER, ALLGATHER, ALLTOALL, REDUCE, ALLREDUCE, REDUCE_SCATTER, SCAN, EXSCAN };
enum { LINE = 64, ROTATED_BYTES = 64 << 20 };

static const struct {
    enum part given, got;
    enum rooted root;
} shapes[] = {
    [BCAST] = {NOTHING, OWN, NO_ROOT},       [GATHER] = {OWN, EACH, ROOT_GETS},  [SCATTER] = {EACH, OWN, ROOT_GIVES},
    [ALLGATHER] = {OWN, EACH, NO_ROOT},      [ALLTOALL] = {EACH, EACH, NO_ROOT}, [REDUCE] = {OWN, OWN, ROOT_GETS},
    [ALLREDUCE] = {OWN, OWN, NO_ROOT},       [REDUCE_SCATTER] = {EACH, OWN, NO_ROOT},
    [SCAN] = {OWN, OWN, NO_ROOT},            [EXSCAN] = {OWN, OWN, NO_ROOT},
};

/* What HOW says. */
static int root, rotates, in_place, uneven, rotated, rewritten;
static MPI_Datatype type;
static MPI_Op op;
static int unit; /* bytes of an element */

/* What a call is made with. */
static void *from, *to;
static int elements;                             /* elements of a reduction */
static int *counts, *starts, *element_counts; /* of blocks; in bytes, and in elements */

static int shape, turn, buffers, varies, rewrites, total;
static size_t stride_out, stride_in, given_length;
static unsigned char *original;

static void bcast(void) { MPI_Bcast(to, bytes, MPI_BYTE, root, comm); }
static void gather(void) { MPI_Gather(from, bytes, MPI_BYTE, to, bytes, MPI_BYTE, root, comm); }
static void scatter(void) { MPI_Scatter(from, bytes, MPI_BYTE, to, bytes, MPI_BYTE, root, comm); }
static void allgather(void) { MPI_Allgather(from, bytes, MPI_BYTE, to, bytes, MPI_BYTE, comm); }
static void alltoall(void) { MPI_Alltoall(from, bytes, MPI_BYTE, to, bytes, MPI_BYTE, comm); }
static void gatherv(void) {
    MPI_Gatherv(from, counts[rank], MPI_BYTE, to, counts, starts, MPI_BYTE, root, comm);
}
static void scatterv(void) {
    MPI_Scatterv(from, counts, starts, MPI_BYTE, to, counts[rank], MPI_BYTE, root, comm);
}
static void allgatherv(void) { MPI_Allgatherv(from, counts[rank], MPI_BYTE, to, counts, starts, MPI_BYTE, comm); }
static void alltoallv(void) {
    MPI_Alltoallv(from, counts, starts, MPI_BYTE, to, counts, starts, MPI_BYTE, comm);
}
static void reduce(void) { MPI_Reduce(from, to, elements, type, op, root, comm); }
static void allreduce(void) { MPI_Allreduce(from, to, elements, type, op, comm); }
static void reduce_scatter(void) { MPI_Reduce_scatter(from, to, element_counts, type, op, comm); }
static void reduce_scatter_block(void) { MPI_Reduce_scatter_block(from, to, elements, type, op, comm); }
static void scan(void) { MPI_Scan(from, to, elements, type, op, comm); }
static void exscan(void) { MPI_Exscan(from, to, elements, type, op, comm); }

static int reduces(void) { return shape >= REDUCE; }
static int is_placed(void) {
    return in_place && shape != BCAST && (shapes[shape].root == NO_ROOT || rank == root);
}
static unsigned char *given(void) { return out + (size_t)turn * stride_out; }
static unsigned char *got(void) { return in + (size_t)turn * stride_in; }
static int length_of(enum part part) { return part == NOTHING ? 0 : part == EACH ? total : counts[rank]; }

/* The number of a block's contents. */
static int message(int sender, int receiver) {
    return shape == SCATTER    ? receiver
           : shape == ALLTOALL ? sender * size + receiver
           : shape == BCAST    ? 0
                               : sender;
}

static void put_element(void *elements, int i, double value) {
    if (type == MPI_INT32_T) ((int32_t *)elements)[i] = (int32_t)value;
    else if (type == MPI_INT64_T) ((int64_t *)elements)[i] = (int64_t)value;
    else if (type == MPI_FLOAT) ((float *)elements)[i] = (float)value;
    else ((double *)elements)[i] = value;
}

static double element(const void *elements, int i) {
    return type == MPI_INT32_T   ? ((const int32_t *)elements)[i]
           : type == MPI_INT64_T ? (double)((const int64_t *)elements)[i]
           : type == MPI_FLOAT   ? ((const float *)elements)[i]
                                 : ((const double *)elements)[i];
}

static int contribution(int i, int of) {
    return op == MPI_PROD ? 1 + (i + of) % 2 : 1 + (int)((i + (int64_t)APART * of) % PERIOD);
}

/* Of the first ranks. A product overflows as the type does. */
static double combined(int i, int first, int ranks) {
    double all = contribution(i, first);
    uint64_t whole = (uint64_t)all;
    for (int of = first + 1; of < ranks; of++) {
        int next = contribution(i, of);
        all = op == MPI_SUM   ? all + next
              : op == MPI_MIN ? (next < all ? next : all)
              : op == MPI_MAX ? (next > all ? next : all)
                              : all * next;
        whole *= (uint64_t)next;
    }
    if (op != MPI_PROD) return all;
    return type == MPI_INT32_T ? (int32_t)whole : type == MPI_INT64_T ? (double)(int64_t)whole
           : type == MPI_FLOAT ? (float)all : all;
}

static void require_elements(const unsigned char *elements, int length, int skipped, int first, int ranks) {
    for (int i = 0; i < length / unit; i++) {
        require("element", (size_t)(skipped + i), combined(skipped + i, first, ranks), element(elements, i));
    }
}

static void put_given(unsigned char *memory) {
    if (reduces()) {
        for (int i = 0; i < (int)given_length / unit; i++) put_element(memory, i, contribution(i, rank));
    } else if (shapes[shape].given == EACH) {
        for (int r = 0; r < size; r++) put_block(memory + starts[r], counts[r], message(rank, r));
    } else {
        put_block(memory, (int)given_length, message(rank, rank));
    }
}

static void each_got(void (*do_this)(unsigned char *, int, int)) {
    if (shapes[shape].got == EACH) {
        for (int r = 0; r < size; r++) do_this(got() + starts[r], counts[r], message(r, rank));
    } else {
        do_this(got(), counts[rank], message(rank, rank));
    }
}

static void choose(void) {
    int placed = is_placed();
    from = placed && shape != SCATTER ? MPI_IN_PLACE : given();
    to = placed && shape == SCATTER ? MPI_IN_PLACE : got();
}

/* What is given to the next operation, once more; in place in the block of the result that is this rank's. */
static void rewrite(void) {
    int in_result = from == MPI_IN_PLACE || shape == BCAST;
    int own = shapes[shape].given == OWN && shapes[shape].got == EACH;
    memcpy(!in_result ? given() : got() + (own ? starts[rank] : 0), original, given_length);
}

static int next_root(void) { return !rotates ? root : root + 1 == size ? 0 : root + 1; }

/* What changes from one operation to the next; not timed. */
static void vary(void) {
    root = next_root();
    turn = turn + 1 == buffers ? 0 : turn + 1;
    choose();
    if (rewrites && ((shapes[shape].root != ROOT_GIVES && shape != BCAST) || rank == root)) rewrite();
}

static void fill_collective(void) {
    int before = root, last = turn;
    root = next_root();
    for (turn = 0; turn < buffers; turn++) {
        if (shapes[shape].given != NOTHING) put_given(given());
        if (reduces()) {
            for (int i = 0; i < (int)stride_in / unit; i++) put_element(got(), i, -1);
        } else {
            each_got(put_no_block);
        }
        choose();
        if (from == MPI_IN_PLACE || (shape == BCAST && rank == root)) rewrite();
    }
    root = before;
    turn = last;
    choose();
}

static void check_collective(void) {
    int gives = shapes[shape].given != NOTHING && (shapes[shape].root != ROOT_GIVES || rank == root);
    int gets = shapes[shape].root != ROOT_GETS || rank == root;
    if (gives && !is_placed()) {
        if (reduces()) {
            require_elements(given(), (int)given_length, 0, rank, rank + 1);
        } else if (shapes[shape].given == EACH) {
            for (int r = 0; r < size; r++) require_block(given() + starts[r], counts[r], message(rank, r));
        } else {
            require_block(given(), (int)given_length, message(rank, rank));
        }
    }
    int ranks = shape == SCAN ? rank + 1 : shape == EXSCAN ? rank : size;
    if (gets && to != MPI_IN_PLACE && reduces() && ranks > 0) {
        require_elements(got(), counts[rank], shape == REDUCE_SCATTER ? starts[rank] / unit : 0, 0, ranks);
    } else if (gets && to != MPI_IN_PLACE && !reduces()) {
        each_got(require_block);
    }
}

/* Blocks one after another, of bytes each or, the higher the rank, the longer. */
static void lay_out(void) {
    counts = realloc(counts, (size_t)size * sizeof *counts);
    starts = realloc(starts, (size_t)size * sizeof *starts);
    element_counts = realloc(element_counts, (size_t)size * sizeof *element_counts);
    int64_t end = 0;
    for (int r = 0; r < size; r++) {
        int64_t place = ((shape == ALLTOALL ? rank : 0) + r) % size;
        counts[r] = uneven ? (int)(INT64_C(2) * bytes / unit * (place + 1) / (size + 1)) * unit : bytes;
        element_counts[r] = counts[r] / unit;
        starts[r] = (int)end;
        end += counts[r];
    }
    if (end > INT32_MAX) die("blocks of %d bytes for %d ranks are more than an int can elements", bytes, size);
    total = (int)end;
    elements = bytes / unit;
}

static size_t lines(size_t length) { return (length + LINE - 1) / LINE * LINE; }

static void prepare_collective(void) {
    if (!reduces()) unit = 1;
    lay_out();
    given_length = (size_t)(shape == BCAST ? bytes : length_of(shapes[shape].given));
    stride_out = shape == BCAST ? 0 : given_length;
    stride_in = (size_t)(in_place && shape == REDUCE_SCATTER ? total : length_of(shapes[shape].got));
    buffers = 1;
    if (rotated) {
        size_t both = stride_out + stride_in > LINE ? stride_out + stride_in : LINE;
        buffers = ROTATED_BYTES / both > 2 ? (int)(ROTATED_BYTES / both) : 2;
        stride_out = lines(stride_out);
        stride_in = lines(stride_in);
    }
    out = allocate((size_t)buffers * stride_out);
    in = allocate((size_t)buffers * stride_in);
    original = allocate(given_length);
    rewrites = rewritten || (in_place && (rotates || reduces() || shape == ALLTOALL)) ||
               (shape == BCAST && rotates && rotated);
    varies = rotates || rewrites || buffers > 1;
    if (rotates) root = size - 1;
    turn = 0;
    put_given(original);
}

static void barrier(void) {
    MPI_Barrier(comm);
}

static void nothing(void) {}

/* As StragglerCheck: each rank in turn comes late, and no other may leave before it has rested. */
static void check_barrier(void) {
    for (int late = 0; late < size; late++) {
        int64_t entered = now();
        if (rank == late) {
            for (int other = 0; other < size; other++) {
                if (other != rank) MPI_Recv(NULL, 0, MPI_BYTE, other, TAG, comm, MPI_STATUS_IGNORE);
            }
            for (int64_t start = now(); now() - start < REST_NANOS;) nanosleep(&(struct timespec){0, 1000000}, NULL);
        } else {
            MPI_Send(NULL, 0, MPI_BYTE, late, TAG, comm);
        }
        barrier();
        int64_t held = now() - entered;
        if (held < REST_NANOS - REST_NANOS / 10 && wrong[0] == 0) {
            snprintf(wrong, sizeof wrong, "it left the barrier after %" PRId64 " ns, while rank %d rested for %" PRId64
                     " ns before it entered", held, late, REST_NANOS);
        }
    }
}

/* ---- Time ---- */

/* As DisseminationBarrier. */
static inline void start_together(void) {
    for (int distance = 1; distance < size; distance <<= 1) {
        MPI_Sendrecv(NULL, 0, MPI_BYTE, (rank + distance) % size, TAG,
                     NULL, 0, MPI_BYTE, (rank - distance + size) % size, TAG, own, MPI_STATUS_IGNORE);
    }
}

/* As Arriving. */
enum { DISSEMINATION, LIBRARYS, NO_SYNC, BY_WINDOW };
enum { ROTATE = -1, RANDOM = -2 };
static int sync_by, late_every, late_rank, late_turn; /* late_every: 0 for nobody */
static int64_t late_nanos, late_operation;
static uint64_t late_random;

static uint64_t next_random(void) {
    late_random = late_random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return late_random >> 33;
}

/* Clocks of one kernel are one clock, in containers, too. */
static int64_t clock_of_host(void) {
    uint64_t sum = 0;
    int letter;
    FILE *boot = fopen("/proc/sys/kernel/random/boot_id", "r");
    if (boot == NULL) return rank;
    while ((letter = getc(boot)) != EOF) sum = sum * 31 + (uint64_t)letter;
    fclose(boot);
    return (int64_t)(sum & INT64_MAX);
}

/* As Windows. */
enum { WINDOW_MARGIN = 2, SHARE_OF_MISSED = 20, MOST_MEDIANS = 20, KEPT_BUSY = 1 << 14 };
static const int64_t AHEAD_NANOS = 10000000;
static int64_t window_nanos, window_most, window_next, window_started, window_calls, window_missed;
static int64_t busy[KEPT_BUSY];
static int window_late, warmed_up;

static int ascending(const void *one, const void *other) {
    int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

static void find_window(void) {
    size_t length = window_calls > KEPT_BUSY ? KEPT_BUSY : window_calls > 1 ? (size_t)window_calls - 1 : 0;
    qsort(busy, length, sizeof *busy, ascending);
    window_most = length == 0 ? 0 : MOST_MEDIANS * busy[length / 2];
    window_nanos = length == 0 ? 0 : WINDOW_MARGIN * busy[(size_t)((double)length * 0.99)];
    if (window_nanos > window_most) window_nanos = window_most;
}

static void agree_on_window(void) {
    if (!warmed_up) find_window();
    else if (window_missed * SHARE_OF_MISSED > window_calls) window_nanos *= WINDOW_MARGIN;
    if (window_nanos > window_most) window_nanos = window_most;
    int64_t mine[] = {clock_of_host(), -clock_of_host(), window_nanos, window_most, now()}, largest[5];
    MPI_Allreduce(mine, largest, 5, MPI_INT64_T, MPI_MAX, comm);
    if (largest[0] != -largest[1]) die("sync=window: ranks have no clock in common, for they run on several hosts");
    window_nanos = largest[2];
    window_most = largest[3];
    window_next = largest[4] + AHEAD_NANOS;
    window_calls = window_missed = 0;
}

static inline void await_window(void) {
    busy[(window_calls > 0 ? window_calls - 1 : 0) & (KEPT_BUSY - 1)] = now() - window_started;
    if (window_nanos == 0) {
        start_together();
    } else {
        window_late = now() > window_next;
        while (now() < window_next) {}
        window_next += window_nanos;
    }
    window_started = now();
}

static inline int held(int64_t end) {
    if (sync_by != BY_WINDOW) return 1;
    int in_time = window_nanos == 0 || (!window_late && end <= window_next);
    window_calls++;
    window_missed += !in_time;
    return in_time;
}

static void begin_arriving(void) {
    if (sync_by == BY_WINDOW && stamps != NULL) agree_on_window();
    late_operation = late_turn = 0;
    late_random = 1;
}

static void rest(void) {
    int who = late_rank;
    int64_t nanos = late_nanos;
    if (who == ROTATE) {
        who = late_turn;
        late_turn = late_turn + 1 == size ? 0 : late_turn + 1;
    } else if (who == RANDOM) {
        who = (int)(next_random() % (uint64_t)size);
        nanos = (int64_t)(next_random() % (2 * (uint64_t)nanos + 1));
    }
    if (who != rank) return;
    for (int64_t start = now(); now() - start < nanos;) {}
}

static inline void arrive(void) {
    if (sync_by == BY_WINDOW && stamps != NULL) await_window();
    else if (sync_by == DISSEMINATION || sync_by == BY_WINDOW) start_together();
    else if (sync_by == LIBRARYS) MPI_Barrier(own);
    if (late_every > 0 && late_operation++ % late_every == 0) rest();
}

static inline void stamp(int64_t end) {
    began[recorded] = opened;
    /* As OpTimesChunk notes what is not to count. */
    stamps[recorded] = held(end) ? end - opened : -1 - (end - opened);
    recorded = recorded < limit ? recorded + 1 : limit;
    calls++;
}

/* Each of these is inlined with its operation known, as JMH's generated loop is compiled for one benchmark. */
#define INLINE static inline __attribute__((always_inline))

/* JMH's loop: two clock reads around the whole batch. */
INLINE int64_t batch(void (*operation)(void), int n) {
    int64_t start = now();
    for (int i = 0; i < n; i++) operation();
    return now() - start;
}

/* JMH's loop where each invocation has a fixture: two clock reads around each, their differences added up. */
INLINE int64_t synchronised(void (*operation)(void), int n) {
    int64_t real = 0;
    for (int i = 0; i < n; i++) {
        if (varies) vary();
        arrive();
        int64_t start = now();
        operation();
        real += now() - start;
    }
    return real;
}

/* The same in launches that time each call, as OpTimes and Synchronised do. */
INLINE int64_t stamped_batch(void (*operation)(void), int n) {
    int64_t start = now();
    for (int i = 0; i < n; i++) {
        operation();
        int64_t end = now();
        if (is_open) {
            stamp(end);
        } else {
            is_open = 1;
            calls++;
        }
        opened = end;
    }
    return now() - start;
}

INLINE int64_t stamped_synchronised(void (*operation)(void), int n) {
    int64_t real = 0;
    for (int i = 0; i < n; i++) {
        if (varies) vary();
        arrive();
        opened = now();
        int64_t start = now();
        operation();
        real += now() - start;
        stamp(now());
    }
    return real;
}

#define TIMED(operation, loop) \
    static int64_t time_##operation(int n) { return loop(operation, n); } \
    static int64_t stamp_##operation(int n) { return stamped_##loop(operation, n); }

TIMED(ping_pong, batch)
TIMED(tcp_ping_pong, batch)
TIMED(bandwidth, batch)
TIMED(bidirectional_bandwidth, batch)
TIMED(persistent_ping_pong, batch)
TIMED(probed_ping_pong, batch)
TIMED(barrier, synchronised)
TIMED(bcast, synchronised)
TIMED(gather, synchronised)
TIMED(gatherv, synchronised)
TIMED(scatter, synchronised)
TIMED(scatterv, synchronised)
TIMED(allgather, synchronised)
TIMED(allgatherv, synchronised)
TIMED(alltoall, synchronised)
TIMED(alltoallv, synchronised)
TIMED(reduce, synchronised)
TIMED(allreduce, synchronised)
TIMED(reduce_scatter, synchronised)
TIMED(reduce_scatter_block, synchronised)
TIMED(scan, synchronised)
TIMED(exscan, synchronised)

enum { NO_SHAPE = -1 };

struct kernel {
    const char *name;
    int pairs; /* messages of a call that each have a buffer, in an exchange in pairs; 0 for what is synchronised */
    int shape; /* of a collective with contents */
    void (*operation)(void);
    void (*fill)(void);
    void (*check)(void);
    int64_t (*time)(int);
    int64_t (*stamp)(int);
};

#define PAIRS(name, operation, messages) \
    {name, messages, NO_SHAPE, operation, fill_##operation, check_##operation, time_##operation, stamp_##operation}
#define COLLECTIVE(name, operation, shape) \
    {name, 0, shape, operation, fill_collective, check_collective, time_##operation, stamp_##operation}

static const struct kernel kernels[] = {
    PAIRS("ping-pong", ping_pong, 1),
    PAIRS("tcp-ping-pong", tcp_ping_pong, 1),
    PAIRS("bandwidth", bandwidth, WINDOW),
    PAIRS("bidirectional-bandwidth", bidirectional_bandwidth, WINDOW),
    PAIRS("persistent-ping-pong", persistent_ping_pong, 1),
    PAIRS("probed-ping-pong", probed_ping_pong, 1),
    {"barrier", 0, NO_SHAPE, barrier, nothing, check_barrier, time_barrier, stamp_barrier},
    COLLECTIVE("bcast", bcast, BCAST),
    COLLECTIVE("gather", gather, GATHER),
    COLLECTIVE("gatherv", gatherv, GATHER),
    COLLECTIVE("scatter", scatter, SCATTER),
    COLLECTIVE("scatterv", scatterv, SCATTER),
    COLLECTIVE("allgather", allgather, ALLGATHER),
    COLLECTIVE("allgatherv", allgatherv, ALLGATHER),
    COLLECTIVE("alltoall", alltoall, ALLTOALL),
    COLLECTIVE("alltoallv", alltoallv, ALLTOALL),
    COLLECTIVE("reduce", reduce, REDUCE),
    COLLECTIVE("allreduce", allreduce, ALLREDUCE),
    COLLECTIVE("reduce-scatter", reduce_scatter, REDUCE_SCATTER),
    COLLECTIVE("reduce-scatter-block", reduce_scatter_block, REDUCE_SCATTER),
    COLLECTIVE("scan", scan, SCAN),
    COLLECTIVE("exscan", exscan, EXSCAN),
};

static const struct kernel *find(const char *name) {
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        if (strcmp(kernels[i].name, name) == 0) return &kernels[i];
    }
    die("there is no kernel '%s'", name);
    return NULL;
}

/* Of a batch of n calls: what the clock reads say, and how long it lasted with its barriers. */
static int64_t iteration(const struct kernel *kernel, int n, int stamping, int64_t *wall) {
    if (kernel->pairs) MPI_Barrier(comm);
    begin_arriving();
    int64_t start = now();
    int64_t elapsed = stamping ? kernel->stamp(n) : kernel->time(n);
    *wall = now() - start;
    return elapsed;
}

static int number(const char *word, int least) {
    char *end;
    long value = strtol(word, &end, 10);
    if (*end != 0 || value < least || value > INT32_MAX) die("'%s' is no number of at least %d", word, least);
    return (int)value;
}

static void release(void) {
    for (int i = 0; requests_of != NULL && i < 2; i++) MPI_Request_free(&requests[i]);
    requests_of = NULL;
    free(out);
    free(in);
    free(reply);
    free(original);
    out = in = reply = original = NULL;
    for (int i = 0; i < WINDOW; i++) {
        free(window[i]);
        free(window_in[i]);
        window[i] = window_in[i] = NULL;
    }
}

static int among(const char *key, const char *value, const char *const *names) {
    int i = 0;
    while (names[i] != NULL && strcmp(names[i], value) != 0) i++;
    if (names[i] == NULL) die("there is no %s=%s here", key, value);
    return i;
}

static void take_late(const char *value) {
    char who[16], unit_of[4];
    int time, every = 1, words = sscanf(value, "%15[^:]:%d%2[a-z]:%d", who, &time, unit_of, &every);
    if (words < 3 || time < 0 || every < 1) die("late=%s is not WHO:TIME[:EVERY]", value);
    late_rank = strcmp(who, "rotate") == 0 ? ROTATE : strcmp(who, "random") == 0 ? RANDOM : number(who, 0);
    if (late_rank >= size) die("late=%s: there are %d ranks from 0 on", value, size);
    late_nanos = time * (strcmp(unit_of, "ns") == 0 ? INT64_C(1) : strcmp(unit_of, "us") == 0 ? INT64_C(1000) : INT64_C(1000000));
    late_every = every;
}

static void take(const char *key, const char *value) {
    static const char *const syncs[] = {"dissemination", "barrier", "none", "window", NULL};
    static const char *const truth[] = {"false", "true", NULL}, *const kinds[] = {"equal", "uneven", NULL};
    static const char *const reuses[] = {"same", "rotated", "rewritten", NULL};
    static const char *const types[] = {"int", "long", "float", "double", NULL};
    static const char *const operators[] = {"sum", "min", "max", "prod", NULL};
    if (strcmp(key, "bytes") == 0) {
        bytes = number(value, 0);
    } else if (strcmp(key, "root") == 0) {
        rotates = strcmp(value, "rotate") == 0;
        root = rotates ? 0 : number(value, 0);
    } else if (strcmp(key, "inPlace") == 0) {
        in_place = among(key, value, truth);
    } else if (strcmp(key, "reuse") == 0) {
        int how = among(key, value, reuses);
        rotated = how == 1;
        rewritten = how == 2;
    } else if (strcmp(key, "blocks") == 0) {
        uneven = among(key, value, kinds);
    } else if (strcmp(key, "type") == 0) {
        int which = among(key, value, types);
        unit = which % 2 == 0 ? 4 : 8;
        type = (MPI_Datatype[]){MPI_INT32_T, MPI_INT64_T, MPI_FLOAT, MPI_DOUBLE}[which];
    } else if (strcmp(key, "sync") == 0) {
        sync_by = among(key, value, syncs);
    } else if (strcmp(key, "late") == 0) {
        if (strcmp(value, "none") != 0) take_late(value);
    } else if (strcmp(key, "op") == 0) {
        op = (MPI_Op[]){MPI_SUM, MPI_MIN, MPI_MAX, MPI_PROD}[among(key, value, operators)];
    } else {
        die("there is no parameter '%s' here", key);
    }
}

static void read_how(const char *how) {
    char words[TEXT];
    bytes = root = rotates = in_place = uneven = rotated = rewritten = varies = late_every = 0;
    sync_by = DISSEMINATION;
    window_nanos = window_most = window_calls = warmed_up = 0;
    type = MPI_FLOAT;
    op = MPI_SUM;
    unit = sizeof(float);
    if (strlen(how) >= sizeof words) die("'%s' is too long", how);
    strcpy(words, how);
    for (char *word = strtok(words, ","); word != NULL && strcmp(how, "-") != 0; word = strtok(NULL, ",")) {
        char *value = strchr(word, '=');
        if (value == NULL) die("'%s' says nothing about a parameter", word);
        *value = 0;
        take(word, value + 1);
    }
    if (root >= size) die("root=%d: there are %d ranks from 0 on", root, size);
}

/* Buffers are written before use: pages never written all read from one shared page of zeros, faster than real ones. */
static void prepare(const struct kernel *kernel, const char *how) {
    read_how(how);
    release();
    if (kernel->pairs == WINDOW) {
        for (int i = 0; i < WINDOW; i++) window[i] = allocate((size_t)bytes);
        for (int i = 0; i < WINDOW; i++) window_in[i] = allocate((size_t)bytes);
        reply = allocate(REPLY);
    } else if (kernel->shape != NO_SHAPE) {
        shape = kernel->shape;
        prepare_collective();
    } else {
        out = allocate((size_t)bytes);
        in = allocate((size_t)bytes);
    }
    kernel->fill();
}

/*
 * Known contents in, one operation, checked contents out, on every rank. Whether all passed; if one did not, rank 0
 * says which and why.
 */
static int self_check(const struct kernel *kernel, int number) {
    wrong[0] = 0;
    if (kernel->pairs && size % 2 != 0) {
        snprintf(wrong, sizeof wrong, "messages go to and fro in pairs: the number of ranks must be even, not %d",
                 size);
    } else if (kernel->shape >= REDUCE && bytes % unit != 0) {
        snprintf(wrong, sizeof wrong, "bytes=%d is no multiple of an element's %d bytes", bytes, unit);
    } else {
        kernel->fill();
        if (varies) vary();
        kernel->operation();
        kernel->check();
        kernel->fill();
    }
    char *all = rank == 0 ? (char *)allocate((size_t)size * TEXT) : NULL;
    MPI_Gather(wrong, TEXT, MPI_CHAR, all, TEXT, MPI_CHAR, 0, comm);
    int first = size;
    if (rank == 0) {
        for (first = 0; first < size && all[(size_t)first * TEXT] == 0;) first++;
        if (first < size) printf("failed %d rank %d: %s\n", number, first, all + (size_t)first * TEXT);
        fflush(stdout);
        free(all);
    }
    MPI_Bcast(&first, 1, MPI_INT, 0, comm);
    return first == size;
}

/* ---- The pilot ---- */

/* Those since the cost fell last that are as large as they should be, and what came before them. */
struct batches {
    int64_t goal, cap;
    int searches, count, steady;
    double timed[MAX_TIMED], wall[MAX_TIMED]; /* nanoseconds per call */
    int64_t calls_before, nanos_before, calls, spent;
    double level, least;
};

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* The lower one of an even number; sorts them. */
static double median(double *costs, int count) {
    qsort(costs, (size_t)count, sizeof *costs, by_size);
    return costs[(count - 1) / 2];
}

/* Takes in a batch of n calls; says how large the next should be, or 0. */
static int64_t next(struct batches *all, int64_t n, int64_t elapsed, int64_t wall) {
    double goal = (double)all->goal, cost = (double)wall / (double)n;
    int counts = (double)wall >= goal * (all->searches ? SHORTEST : 0.5);
    if (counts) {
        if (cost < (1 - TOLERANCE) * all->level) {
            all->level = cost;
            all->count = 0;
        }
        if (cost < all->least) all->least = cost;
        if ((!all->searches || all->least * (double)n >= goal / 2) && all->count < MAX_TIMED) {
            if (all->count == 0) {
                all->calls_before = all->calls;
                all->nanos_before = all->spent;
            }
            all->timed[all->count] = (double)elapsed / (double)n;
            all->wall[all->count++] = cost;
        }
    }
    all->calls += n;
    all->spent += wall;
    double window = MOST * goal / all->least;
    window = window < LEAST ? LEAST : window > MOST ? MOST : window;
    all->steady = all->searches && all->count >= window;
    if (all->steady || (all->count > 0 && all->spent >= all->cap)) return 0;
    double size = all->searches && counts ? goal / all->least : goal / (cost < 1 ? 1 : cost);
    double most = MAX_GROWTH * (double)n;
    double grown = size < most ? size : most;
    return grown < 1 ? 1 : grown > 1e9 ? (int64_t)1e9 : (int64_t)grown;
}

/* Midway between the least and the median, but not below half the median; without a search the least. */
static double wall_per_call(struct batches *all) {
    double middle = median(all->wall, all->count), mean = middle;
    double product = mean * all->least;
    /* Newton's square root: without libm, which a compiler may want named. */
    for (int i = 0; i < 50; i++) mean = (mean + product / mean) / 2;
    if (mean < middle / 2) mean = middle / 2;
    return all->searches ? mean : all->least;
}

/* The median, as much less. */
static double per_call(struct batches *all) {
    return median(all->timed, all->count) * wall_per_call(all) / median(all->wall, all->count);
}

/*
 * Runs batches until their cost has stopped falling; all ranks run the same ones, for they decide alike: by the slowest
 * of them, and by the mean of what their clock reads say.
 */
static void calibrate(const struct kernel *kernel, struct batches *all, char **limits) {
    memset(all, 0, sizeof *all);
    all->level = all->least = 1e300;
    all->goal = number(limits[0], 1);
    all->cap = number(limits[1], 1);
    all->searches = strcmp(limits[2], "search") == 0;
    int64_t *of_all = (int64_t *)allocate(2 * (size_t)size * sizeof *of_all);
    for (int64_t n = 1; n != 0;) {
        int64_t mine[2], slowest = 0, sum = 0;
        mine[0] = iteration(kernel, (int)n, 0, &mine[1]);
        MPI_Allgather(mine, 2, MPI_INT64_T, of_all, 2, MPI_INT64_T, comm);
        for (int other = 0; other < size; other++) {
            sum += of_all[2 * other];
            if (of_all[2 * other + 1] > slowest) slowest = of_all[2 * other + 1];
        }
        n = next(all, n, sum / size, slowest);
    }
    free(of_all);
}

static void pilot(int count, char **words) {
    static struct batches all;
    if (count < 3) die("pilot takes at least three words, not %d", count);
    for (int i = 3; i + 1 < count; i += 2) {
        const struct kernel *kernel = find(words[i]);
        int cell = (i - 3) / 2;
        prepare(kernel, words[i + 1]);
        if (self_check(kernel, cell)) {
            calibrate(kernel, &all, words);
            if (rank == 0) {
                printf("pilot %d %d %.3f %.3f %" PRId64 " %" PRId64 " %d\n", cell, size, per_call(&all),
                       wall_per_call(&all), all.steady ? all.calls_before : all.calls,
                       all.steady ? all.nanos_before : all.spent, all.steady);
            }
        }
        fflush(stdout);
    }
}

/* ---- The probe of how far apart cores are: as the class CacheLineBounce, with the page of SharedPage ---- */

enum { BLOCK = 128, PAGE = 4096, BLOCKS = 6, EXCHANGES = 16, LEAST_BOUNCES = 4, AGREED = 5, LEAST_READINGS = 50, MISSES = 3 };
enum { LOOK_UP = 4096, KEPT = 256 };
enum { NONCE = 0, DECISION = 1, READING = 2, AGAIN = 3, FIRST_LINE = 4 };
enum { LAST = 1, REPLIED = 2, GONE = -1 };
enum { DECISIONS = 4, OVER = 1, DONE = 2 };

#define WAIT_NANOS INT64_C(1000000000)
#define FIRST_NANOS INT64_C(600000000)
#define BLOCK_NANOS INT64_C(10000)
#define AGREEING 1.25
#define UNKNOWN (-1.0)

static unsigned char *page; /* NULL if there is nobody to probe with */
static int place, places, bounces, misses;
static int64_t reading, deadline, laps;
static double kept[KEPT]; /* how long this rank's own exchanges took, of the last laps of a try */
static int tried;

static inline int64_t *word(int number) { return (int64_t *)(void *)(page + (size_t)number * BLOCK); }
static inline int64_t get(int number) { return __atomic_load_n(word(number), __ATOMIC_ACQUIRE); }
static inline void set(int number, int64_t value) { __atomic_store_n(word(number), value, __ATOMIC_RELEASE); }

static int change(int number, int64_t from, int64_t to) {
    return __atomic_compare_exchange_n(word(number), &from, to, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

static int gone(void) {
    int64_t goes_on = DECISIONS * reading;
    return get(DECISION) != goes_on || (now() >= deadline && change(DECISION, goes_on, goes_on + OVER));
}

static void extend(void) { deadline = now() + WAIT_NANOS; }

static inline int64_t token(int exchange) {
    return reading << 32 | (laps * bounces + exchange) << 2;
}

static inline int await(int line, int64_t wanted) {
    int64_t seen = get(line);
    for (int spins = 1; (seen & ~(int64_t)LAST) != wanted; spins++) {
        int over = spins % LOOK_UP == 0 && gone();
        seen = get(line);
        /* The first rank ends the reading as soon as it has given the last reply. */
        if (over && (seen & ~(int64_t)LAST) != wanted) return GONE;
    }
    return (int)(seen & LAST);
}

static int serve(int line, int last) {
    int64_t start = now();
    for (int i = 0; i < bounces; i++) {
        int64_t mine = token(i);
        set(line, mine + last);
        if (await(line, mine + REPLIED) == GONE) return 0;
    }
    kept[tried++ % KEPT] = (double)(now() - start);
    return 1;
}

static int answer(int line) {
    int last = 0;
    for (int i = 0; i < bounces; i++) {
        int64_t theirs = token(i);
        last = await(line, theirs);
        if (last == GONE) return GONE;
        set(line, theirs + REPLIED);
    }
    return last;
}

static int lap(int last) {
    laps++;
    return serve(FIRST_LINE, last) && answer(FIRST_LINE + places - 1) != GONE;
}

static double block(void) {
    int64_t start = now(), elapsed = 0;
    int count = 0;
    for (; elapsed < BLOCK_NANOS; elapsed = now() - start) {
        if (!lap(0)) return UNKNOWN;
        count++;
    }
    return (double)elapsed / (2.0 * bounces * places * count);
}

static int agree(const double *some) {
    double sorted[AGREED];
    memcpy(sorted, some, sizeof sorted);
    qsort(sorted, AGREED, sizeof *sorted, by_size);
    return sorted[AGREED - 2] <= AGREEING * sorted[0] || sorted[AGREED - 1] <= AGREEING * sorted[1];
}

/* Nothing here has to be compiled first: readings count once they agree, without the rest of the class Settling. */
static int lead(void) {
    static int settled, readings;
    static double settling[AGREED];
    double blocks[BLOCKS];
    int64_t limit = readings == 0 ? now() + FIRST_NANOS : 0;
    for (int of_try = 1;; of_try++) {
        tried = 0;
        for (int i = 0; i < BLOCKS; i++) {
            blocks[i] = block();
            if (blocks[i] < 0) return 0;
        }
        qsort(blocks, BLOCKS, sizeof *blocks, by_size);
        double median = (blocks[BLOCKS / 2 - 1] + blocks[BLOCKS / 2]) / 2;
        settling[readings++ % AGREED] = median;
        settled = settled || (readings >= LEAST_READINGS && agree(settling));
        int again = !settled && (of_try < AGREED || now() < limit);
        double believed = settled ? median : UNKNOWN;
        int64_t bits;
        memcpy(&bits, &believed, sizeof bits);
        set(READING, bits);
        set(AGAIN, again);
        if (!lap(LAST)) return 0;
        if (!again) return change(DECISION, DECISIONS * reading, DECISIONS * reading + DONE);
        extend();
    }
}

/* Whether the first rank has got all answers. */
static int is_done(void) {
    while (!gone()) sched_yield();
    return get(DECISION) == DECISIONS * reading + DONE;
}

static int follow(void) {
    tried = 0;
    for (;;) {
        laps++;
        int last = answer(FIRST_LINE + place - 1);
        if (last == GONE || !serve(FIRST_LINE + place, last)) return 0;
        if (last == LAST && !get(AGAIN)) return is_done();
        if (last == LAST) {
            extend();
            tried = 0;
        }
    }
}

static int have_all_come(void) {
    int other = 1;
    while (other < places && get(FIRST_LINE + places + other) >= reading) other++;
    return other == places;
}

static int meet(void) {
    laps = 0;
    extend();
    set(FIRST_LINE + places + place, reading);
    int64_t goes_on = DECISIONS * reading;
    for (int64_t decision; (decision = get(DECISION)) < goes_on;) {
        if (now() >= deadline) {
            change(DECISION, decision, goes_on + OVER);
        } else if (place == 0 && have_all_come()) {
            change(DECISION, decision, goes_on);
        } else {
            sched_yield();
        }
    }
    extend();
    return get(DECISION) == goes_on;
}

/* Nanoseconds one way, to the next rank or back; unknown to all ranks if their mean is. */
static double probe(void) {
    reading++;
    if (page == NULL || misses == MISSES) return UNKNOWN;
    int done = meet() && (place == 0 ? lead() : follow());
    misses = done ? 0 : misses + 1;
    if (!done) return UNKNOWN;
    double mean;
    int64_t bits = get(READING);
    memcpy(&mean, &bits, sizeof mean);
    return mean < 0 ? UNKNOWN : median(kept, tried < KEPT ? tried : KEPT) / (2.0 * bounces);
}

/* The page of a file of this user's own; a byte at the end of each of the system's pages makes room. */
static unsigned char *map(const char *name, size_t length) {
    struct stat status;
    int file = open(name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    int good = file >= 0 && fstat(file, &status) == 0;
    if (good && status.st_uid != geteuid()) {
        good = 0;
        errno = EPERM;
    }
    for (size_t end = PAGE; good && end <= length; end += PAGE) good = pwrite(file, "", 1, (off_t)end - 1) == 1;
    void *mapped = good ? mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
    if (mapped == MAP_FAILED) {
        fprintf(stderr, "lockstep: cannot map the page by which ranks probe where they run: %s: %s\n", name,
                strerror(errno));
    }
    if (file >= 0) close(file);
    return mapped == MAP_FAILED ? NULL : mapped;
}

static int64_t nonce(void) {
    int64_t random = 0;
    FILE *source = fopen("/dev/urandom", "r");
    if (source == NULL || fread(&random, sizeof random, 1, source) != 1) random = now() ^ (int64_t)getpid() << 32;
    if (source != NULL) fclose(source);
    change(NONCE, 0, (random & INT64_MAX) | 1);
    return get(NONCE);
}

/* Ranks with the same page are on one host. */
static void find_neighbours(void) {
    char name[TEXT];
    const char *wanted = getenv("LOCKSTEP_PROBE"), *folder = getenv("LOCKSTEP_SHARED_MEMORY");
    if (wanted == NULL || strcmp(wanted, "yes") != 0 || folder == NULL) return;
    size_t length = ((size_t)(FIRST_LINE + 2 * size) * BLOCK + PAGE - 1) / PAGE * PAGE;
    snprintf(name, sizeof name, "%s/probe", folder);
    page = folder[0] == '/' ? map(name, length) : NULL;
    int64_t mine = page == NULL ? 0 : nonce();
    int64_t *all = (int64_t *)allocate((size_t)size * sizeof mine);
    MPI_Allgather(&mine, 1, MPI_INT64_T, all, 1, MPI_INT64_T, comm);
    for (int other = 0; other < size; other++) {
        if (all[other] != mine) continue;
        if (other < rank) place++;
        places++;
    }
    free(all);
    if (page != NULL && place == 0) unlink(name);
    if (places < 2) page = NULL;
    bounces = EXCHANGES > LEAST_BOUNCES * places ? EXCHANGES / places : LEAST_BOUNCES;
}

/* What the system counts, as the class SchedulerCounts; the line of a file that begins with a key has the number. */
static double counted(const char *file, const char *key, const char *format) {
    char line[512];
    double number = UNKNOWN;
    FILE *lines = fopen(file, "r");
    while (lines != NULL && number < 0 && fgets(line, sizeof line, lines) != NULL) {
        const char *found = strstr(line, key);
        if (found != NULL) sscanf(found, format, &number);
    }
    if (lines != NULL) fclose(lines);
    return number;
}

enum { BEFORE, AFTER, SWITCHES, MIGRATIONS, STOLEN, CONDITIONS };
enum { FLOOR, SKEW, LEAVING };

static void count(double *counts) {
    counts[SWITCHES] = counted("/proc/self/status", "nonvoluntary_ctxt_switches", "%*[^:]: %lf");
    counts[MIGRATIONS] = counted("/proc/self/sched", "nr_migrations", "%*[^:]: %lf");
    double ticks = counted("/proc/stat", "cpu ", "cpu %*s %*s %*s %*s %*s %*s %*s %lf");
    counts[STOLEN] = ticks < 0 ? UNKNOWN : 10 * ticks;
}

/* ---- The run ---- */

/*
 * As LeavingTimes, after an iteration: what an empty operation reads, in ns; and how far apart ranks leave the barrier, not
 * positive if they have several clocks, or one is alone.
 */
static void leave(double *found) {
    enum { BARRIERS = 32 };
    static int64_t left[1 + BARRIERS];
    static double empty[BARRIERS], apart[BARRIERS];
    int clocks = 1;
    left[0] = clock_of_host();
    for (int i = 0; i < BARRIERS; i++) {
        start_together();
        int64_t start = now();
        empty[i] = (double)(now() - start);
        left[1 + i] = start;
    }
    int64_t *of_all = (int64_t *)allocate((size_t)size * sizeof left);
    MPI_Allgather(left, 1 + BARRIERS, MPI_INT64_T, of_all, 1 + BARRIERS, MPI_INT64_T, comm);
    for (int i = 0; i <= BARRIERS; i++) {
        int64_t first = of_all[i], last = first;
        for (int other = 1; other < size; other++) {
            int64_t at = of_all[other * (1 + BARRIERS) + i];
            if (at < first) first = at;
            if (at > last) last = at;
        }
        if (i > 0) apart[i - 1] = (double)(last - first);
        else clocks = first == last ? 1 : 2;
    }
    free(of_all);
    found[FLOOR] = median(empty, BARRIERS);
    found[SKEW] = clocks == 1 ? median(apart, BARRIERS) : UNKNOWN;
}

static void sign(void) {
    static int64_t last;
    if (rank == 0 && now() - last >= SIGN_NANOS) {
        printf("alive\n");
        fflush(stdout);
        last = now();
    }
}

/* Of each iteration, in rank 0's memory: the times of all ranks, what they saw, and how they left the barrier. */
struct measured {
    int times;
    int64_t *nanos;
    double *conditions, *leaving;
};

static void iterations(const struct kernel *kernel, int n, int stamping, int measuring, struct measured *all) {
    int times = all->times;
    recorded = 0;
    calls = 0;
    for (int i = 0; i < times; i++) {
        int64_t wall;
        int share = MAX_STAMPS / times;
        is_open = 0;
        limit = recorded + (share > 1 ? share : 1);
        if (limit > MAX_STAMPS) limit = MAX_STAMPS;
        sign();
        double seen[CONDITIONS], earlier[CONDITIONS];
        seen[BEFORE] = probe();
        count(earlier);
        int64_t elapsed = iteration(kernel, n, stamping, &wall);
        warmed_up = measuring;
        if (!kernel->pairs) leave(all->leaving + (size_t)i * LEAVING);
        count(seen);
        seen[AFTER] = probe();
        for (int c = SWITCHES; c < CONDITIONS; c++) seen[c] -= seen[c] < 0 ? 0 : earlier[c];
        size_t first = rank == 0 ? (size_t)i * (size_t)size : 0;
        MPI_Gather(&elapsed, 1, MPI_INT64_T, all->nanos + first, 1, MPI_INT64_T, 0, comm);
        double *seen_by_all = all->conditions + first * CONDITIONS;
        MPI_Gather(seen, CONDITIONS, MPI_DOUBLE, seen_by_all, CONDITIONS, MPI_DOUBLE, 0, comm);
    }
}

static void print_iterations(const char *phase, const struct kernel *kernel, const struct measured *all) {
    for (int i = 0; rank == 0 && i < all->times; i++) {
        size_t first = (size_t)i * (size_t)size;
        const double *left = all->leaving + (size_t)i * LEAVING;
        printf("conditions");
        for (int c = 0; c < size * CONDITIONS; c++) printf(" %.1f", all->conditions[first * CONDITIONS + (size_t)c]);
        if (!kernel->pairs) {
            printf("\nfloor %.1f ", left[FLOOR]);
            printf(left[SKEW] <= 0 ? "-" : "%.1f", left[SKEW]);
        }
        printf("\niteration %s %d", phase, i + 1);
        for (int r = 0; r < size; r++) printf(" %" PRId64, all->nanos[first + (size_t)r]);
        printf("\n");
    }
    fflush(stdout);
}

static struct measured room(int times) {
    size_t cells = rank == 0 ? (size_t)times * (size_t)size : 0;
    struct measured all = {times, (int64_t *)allocate(cells * sizeof *all.nanos),
                           (double *)allocate(cells * CONDITIONS * sizeof(double)),
                           (double *)allocate((size_t)times * LEAVING * sizeof(double))};
    return all;
}

static void let_go(struct measured *all) {
    free(all->nanos);
    free(all->conditions);
    free(all->leaving);
}

static void print_stamps(int of, int64_t clock) {
    printf("stamps %d %" PRId64 " %" PRId64 " %d\n", of, clock, calls, recorded);
    for (int i = 0; i < recorded; i++) {
        int last = i + 1 == recorded || (i + 1) % LINE_OF_STAMPS == 0;
        const char *before = i % LINE_OF_STAMPS == 0 ? "times " : "";
        printf("%s%" PRId64 " %" PRId64 "%s", before, began[i], stamps[i], last ? "\n" : " ");
    }
    fflush(stdout);
}

/* Rank 0's own, then those of the others, one rank after another, through the same memory. As OpTimesChunk has it, calls that follow one another have no clock. */
static void send_stamps(const struct kernel *kernel) {
    int64_t clock = kernel->pairs ? 0 : clock_of_host();
    if (rank == 0) print_stamps(0, clock);
    for (int other = 1; other < size; other++) {
        if (rank == 0) {
            MPI_Recv(&clock, 1, MPI_INT64_T, other, TAG, comm, MPI_STATUS_IGNORE);
            MPI_Recv(&calls, 1, MPI_INT64_T, other, TAG, comm, MPI_STATUS_IGNORE);
            MPI_Recv(&recorded, 1, MPI_INT, other, TAG, comm, MPI_STATUS_IGNORE);
            MPI_Recv(began, recorded, MPI_INT64_T, other, TAG, comm, MPI_STATUS_IGNORE);
            MPI_Recv(stamps, recorded, MPI_INT64_T, other, TAG, comm, MPI_STATUS_IGNORE);
            print_stamps(other, clock);
        } else if (rank == other) {
            MPI_Send(&clock, 1, MPI_INT64_T, 0, TAG, comm);
            MPI_Send(&calls, 1, MPI_INT64_T, 0, TAG, comm);
            MPI_Send(&recorded, 1, MPI_INT, 0, TAG, comm);
            MPI_Send(began, recorded, MPI_INT64_T, 0, TAG, comm);
            MPI_Send(stamps, recorded, MPI_INT64_T, 0, TAG, comm);
        }
    }
}

static void run(int count, char **words) {
    if (count != 6) die("run takes six words, not %d", count);
    int stamping = strcmp(words[0], "stamps") == 0;
    const struct kernel *kernel = find(words[1]);
    int n = number(words[3], 1);
    if (stamping) {
        size_t room = (MAX_STAMPS + (size_t)1) * sizeof *stamps;
        stamps = (int64_t *)memset(allocate(room), 0x7f, room);
        began = (int64_t *)memset(allocate(room), 0x7f, room);
    }
    prepare(kernel, words[2]);
    if (!self_check(kernel, 0)) return;
    struct measured warmup = room(number(words[4], 0)), measurement = room(number(words[5], 1));
    find_neighbours();
    iterations(kernel, n, stamping, 0, &warmup);
    iterations(kernel, n, stamping, 1, &measurement);
    print_iterations("warmup", kernel, &warmup);
    print_iterations("measurement", kernel, &measurement);
    let_go(&warmup);
    let_go(&measurement);
    if (stamping) send_stamps(kernel);
}

/* ---- Who is here ---- */

static const struct {
    const char *name;
    int level;
} levels[] = {{"SINGLE", MPI_THREAD_SINGLE},
              {"FUNNELED", MPI_THREAD_FUNNELED},
              {"SERIALIZED", MPI_THREAD_SERIALIZED},
              {"MULTIPLE", MPI_THREAD_MULTIPLE}};

static const char *name_of(int level) {
    size_t i = 0;
    while (i < 3 && levels[i].level != level) i++;
    return levels[i].name;
}

static int level_of(const char *name) {
    size_t i = 0;
    while (i < 3 && strcmp(levels[i].name, name) != 0) i++;
    return levels[i].level;
}

/* In one line. */
static void get_library(char *version) {
    int length;
    MPI_Get_library_version(version, &length);
    version[strcspn(version, "\r\n")] = 0;
}

/* Host, process, cores. */
static void describe(char *mine) {
    char host[128] = "unknown", line[512], cpus[200] = "unknown";
    gethostname(host, sizeof host - 1);
    FILE *status = fopen("/proc/self/status", "r");
    while (status != NULL && fgets(line, sizeof line, status) != NULL) sscanf(line, "Cpus_allowed_list: %199s", cpus);
    if (status != NULL) fclose(status);
    snprintf(mine, TEXT, "%s %ld %s", host, (long)getpid(), cpus);
}

static void introduce(int granted) {
    char mine[TEXT];
    describe(mine);
    char *all = rank == 0 ? (char *)allocate((size_t)size * TEXT) : NULL;
    MPI_Gather(mine, TEXT, MPI_CHAR, all, TEXT, MPI_CHAR, 0, comm);
    if (rank != 0) return;
    char library[MPI_MAX_LIBRARY_VERSION_STRING];
    get_library(library);
    printf("library %s %s\n", name_of(granted), library);
    for (int r = 0; r < size; r++) printf("rank %d %s\n", r, all + (size_t)r * TEXT);
    fflush(stdout);
    free(all);
}

int main(int argc, char **argv) {
    int granted, asked = argc > 1 ? level_of(argv[1]) : MPI_THREAD_SINGLE;
    MPI_Init_thread(&argc, &argv, asked, &granted);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (granted < asked) {
        char library[MPI_MAX_LIBRARY_VERSION_STRING];
        get_library(library);
        die("%s grants the thread level %s, not %s", library, name_of(granted), name_of(asked));
    }
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    peer = rank ^ 1;
    introduce(granted);
    if (argc > 3 && strcmp(argv[2], "pilot") == 0) {
        pilot(argc - 3, argv + 3);
    } else if (argc > 3 && strcmp(argv[2], "run") == 0) {
        run(argc - 3, argv + 3);
    } else {
        die("expected pilot or run, with what to do");
    }
    if (rank == 0) printf("end %d\n", size);
    fflush(stdout);
    MPI_Comm_free(&own);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
