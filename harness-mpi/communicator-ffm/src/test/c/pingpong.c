/*
 * The loop of BarePingPong in C, for the ABI of whatever mpi.h is included. Arguments: bytes, round trips per iteration, warm-up iterations,
 * measured iterations. Each rank prints one-way nanoseconds.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

static char *written(int bytes) {
    char *buffer = malloc(bytes + 1);
    for (int i = 0; i < bytes; i++) buffer[i] = (char) i;
    return buffer;
}

int main(int argc, char **argv) {
    int bytes = atoi(argv[1]), n = atoi(argv[2]), warmup = atoi(argv[3]), measured = atoi(argv[4]);
    int provided, rank;
    MPI_Comm comm;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_rank(comm, &rank);
    char *out = written(bytes), *in = written(bytes);
    double nanos = 0;
    for (int i = 0; i < warmup + measured; i++) {
        MPI_Barrier(comm);
        double start = now();
        for (int k = 0; k < n; k++) {
            if (rank == 0) {
                MPI_Send(out, bytes, MPI_BYTE, 1, 1, comm);
                MPI_Recv(in, bytes, MPI_BYTE, 1, 1, comm, MPI_STATUS_IGNORE);
            } else {
                MPI_Recv(in, bytes, MPI_BYTE, 0, 1, comm, MPI_STATUS_IGNORE);
                MPI_Send(out, bytes, MPI_BYTE, 0, 1, comm);
            }
        }
        if (i >= warmup) nanos += now() - start;
    }
    printf("%.3f\n", nanos / (2.0 * n * measured));
    MPI_Finalize();
    return 0;
}
