package dev.lockstep.comm.ffm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.spi.ThreadLevel;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The constants are those of the C headers that come with MPICH 5, Intel MPI and Open MPI 5. */
class AbiTest {
    private static final MpiAbi STANDARD = new StandardAbi(null);
    private static final MpiAbi OPEN_MPI = new OpenMpiAbi(null);

    @TempDir
    private Path folder;

    @Test
    void mpich() throws Exception {
        assertThat(inHeader(TestedMpi.MPICH, "mpi_abi.h", standard()))
                .isEqualTo(standard())
                .containsEntry("(long) MPI_ERRORS_RETURN", 0x143L);
    }

    /** But for the two that {@link StandardAbi#errorsReturn} knows to be the wrong way round. */
    @Test
    void intelMpi() throws Exception {
        Map<String, Long> expected = standard();
        expected.put("(long) MPI_ERRORS_RETURN", 0x142L);
        expected.put("(long) MPI_ERRORS_ABORT", 0x143L);
        assertThat(inHeader(TestedMpi.INTEL_MPI, "mpi_abi.h", expected)).isEqualTo(expected);
    }

    @Test
    void openMpi() throws Exception {
        Map<String, Long> expected = common(OPEN_MPI);
        assertThat(inHeader(TestedMpi.OPEN_MPI_5, "mpi.h", expected)).isEqualTo(expected);
    }

    private static Map<String, Long> standard() {
        Map<String, Long> all = common(STANDARD);
        all.put("(long) MPI_COMM_WORLD", STANDARD.commWorld());
        all.put("(long) MPI_COMM_NULL", STANDARD.commNull());
        all.put("(long) MPI_ERRORS_ABORT", 0x142L);
        all.put("(long) MPI_ERRORS_RETURN", 0x143L);
        all.put("(long) MPI_BYTE", STANDARD.bytes());
        all.put("(long) MPI_INT32_T", STANDARD.handle(Datatype.INT));
        all.put("(long) MPI_INT64_T", STANDARD.handle(Datatype.LONG));
        all.put("(long) MPI_FLOAT", STANDARD.handle(Datatype.FLOAT));
        all.put("(long) MPI_DOUBLE", STANDARD.handle(Datatype.DOUBLE));
        for (ReduceOp op : ReduceOp.values()) {
            all.put("(long) MPI_" + op, STANDARD.handle(op));
        }
        return all;
    }

    private static Map<String, Long> common(MpiAbi abi) {
        Map<String, Long> all = new LinkedHashMap<>();
        all.put("(long) MPI_SUCCESS", (long) MpiAbi.SUCCESS);
        all.put("(long) MPI_ERR_TRUNCATE", (long) MpiAbi.ERR_TRUNCATE);
        all.put("(long) MPI_ANY_SOURCE", (long) MpiAbi.ANY_SOURCE);
        all.put("(long) MPI_ANY_TAG", (long) abi.anyTag());
        all.put("(long) MPI_UNDEFINED", (long) MpiAbi.UNDEFINED);
        all.put("(long) MPI_IN_PLACE", MpiAbi.IN_PLACE);
        all.put("(long) MPI_STATUS_IGNORE", MpiAbi.STATUS_IGNORE);
        all.put("(long) offsetof(MPI_Status, MPI_SOURCE)", MpiAbi.STATUS_SOURCE_OFFSET);
        all.put("(long) offsetof(MPI_Status, MPI_TAG)", MpiAbi.STATUS_TAG_OFFSET);
        all.put("(long) (sizeof(MPI_Status) <= " + MpiAbi.STATUS_BYTES + ")", 1L);
        all.put("(long) sizeof(MPI_Request)", 8L);
        for (ThreadLevel level : ThreadLevel.values()) {
            all.put("(long) MPI_THREAD_" + level, (long) abi.code(level));
        }
        return all;
    }

    /** What C makes of the same expressions. */
    private Map<String, Long> inHeader(TestedMpi mpi, String header, Map<String, Long> expressions) throws Exception {
        String source = expressions.keySet().stream()
                .map(e -> "printf(\"%ld\\n\", " + e + ");")
                .collect(Collectors.joining(
                        "\n", "#include <stdio.h>\n#include <stddef.h>\n#include HEADER\nint main() {", "}"));
        String program = folder.resolve(mpi.name()).toString();
        String include = mpi.installation().prefix().resolve("include").toString();
        Cc.run(folder, source, "-DHEADER=<" + header + ">", "-I" + include, "-o", program);
        List<Long> values =
                Cc.output(List.of(program)).lines().map(Long::valueOf).toList();
        Map<String, Long> all = new LinkedHashMap<>();
        for (String expression : expressions.keySet()) {
            all.put(expression, values.get(all.size()));
        }
        return all;
    }
}
