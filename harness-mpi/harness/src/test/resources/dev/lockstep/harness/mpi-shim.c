/*
 * Stands before an MPI library (LD_PRELOAD): sees that one thread makes all calls of a process, from its initialisation
 * to its end, and then leaves a file named by the thread level that was asked for. MPI_SHIM_GRANTS: the most that it
 * grants.
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static long owner;
static int required;

static void same_thread(const char *function) {
    if (syscall(SYS_gettid) == owner) return;
    fprintf(stderr, "mpi-shim: %s was called by another thread than MPI_Init_thread\n", function);
    _exit(99);
}

int MPI_Init_thread(int *argc, char ***argv, int asked, int *granted) {
    int result = PMPI_Init_thread(argc, argv, asked, granted);
    const char *most = getenv("MPI_SHIM_GRANTS");
    owner = syscall(SYS_gettid);
    required = asked;
    if (most != NULL && *most != 0 && *granted > atoi(most)) *granted = atoi(most);
    return result;
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *duplicate) {
    same_thread("MPI_Comm_dup");
    return PMPI_Comm_dup(comm, duplicate);
}

int MPI_Comm_free(MPI_Comm *comm) {
    same_thread("MPI_Comm_free");
    return PMPI_Comm_free(comm);
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
    same_thread("MPI_Bcast");
    return PMPI_Bcast(buffer, count, type, root, comm);
}

int MPI_Sendrecv(const void *out, int n, MPI_Datatype type, int to, int tag, void *in, int m, MPI_Datatype in_type,
                 int from, int in_tag, MPI_Comm comm, MPI_Status *status) {
    same_thread("MPI_Sendrecv");
    return PMPI_Sendrecv(out, n, type, to, tag, in, m, in_type, from, in_tag, comm, status);
}

int MPI_Finalize(void) {
    char name[4096];
    same_thread("MPI_Finalize");
    snprintf(name, sizeof name, "%s/%ld-%d", getenv("MPI_SHIM_FOLDER"), (long)getpid(), required);
    FILE *file = fopen(name, "w");
    if (file != NULL) fclose(file);
    return PMPI_Finalize();
}
