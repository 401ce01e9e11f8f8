package dev.lockstep.comm.ffm;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.lockstep.comm.CommunicationException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The library of this process: MPI can be initialised once in a process, so there is one, and the raw layer's method
 * handles are constants to the JIT.
 */
final class MpiLibrary {
    private static final Linker LINKER = Linker.nativeLinker();
    /** A symbol that, in Open MPI 6 and MPICH 5, only the library with the standard ABI has. */
    private static final String STANDARD_ONLY = "MPI_Abi_get_version";
    /** A symbol that no library with another ABI has. */
    private static final String OPEN_MPI_ONLY = "ompi_mpi_comm_world";

    private static MpiLibrary current;

    private final String file;
    private final SymbolLookup symbols;
    private final MpiAbi abi;

    private MpiLibrary(String file, SymbolLookup symbols) {
        this.file = file;
        this.symbols = symbols;
        // In this order: one of Open MPI 5 may have both.
        if (symbols.find(OPEN_MPI_ONLY).isPresent()) {
            abi = new OpenMpiAbi(this);
        } else if (symbols.find(STANDARD_ONLY).isPresent()) {
            abi = new StandardAbi(this);
        } else {
            throw new CommunicationException(file + " has neither the MPI 5.0 ABI (no symbol " + STANDARD_ONLY
                    + ") nor that of Open MPI 4 and 5 (no symbol " + OPEN_MPI_ONLY
                    + "): name MPICH 5's, Intel MPI's or Open MPI 6's libmpi_abi.so, or Open MPI's libmpi.so, by"
                    + " LOCKSTEP_LIBMPI");
        }
    }

    /**
     * Loads the library, unless this process has done so.
     *
     * @param files of which the first that can be loaded is used: paths, or names alone, which the system's loader
     *     looks for
     * @throws CommunicationException if none can be loaded, it is no such library, or another one was loaded
     *     before
     */
    static synchronized MpiLibrary load(List<String> files) {
        if (current == null) {
            current = first(files);
        } else if (!files.contains(current.file)) {
            throw new CommunicationException(
                    "this process has loaded " + current.file + ", and cannot use another MPI besides");
        }
        return current;
    }

    @SuppressWarnings("restricted")
    private static MpiLibrary first(List<String> files) {
        List<String> reasons = new ArrayList<>();
        for (String file : files) {
            try {
                return new MpiLibrary(file, SymbolLookup.libraryLookup(file, Arena.global()));
            } catch (IllegalArgumentException e) {
                reasons.add(file + " (" + e.getMessage() + ")");
            }
        }
        throw new CommunicationException("no MPI library can be loaded; tried " + String.join(", ", reasons)
                + ". It is missing, or not for this machine, or needs another that is missing, as ldd tells; name one by"
                + " LOCKSTEP_LIBMPI");
    }

    /** The library that was loaded. */
    static synchronized MpiLibrary current() {
        if (current == null) {
            throw new IllegalStateException("no MPI library was loaded");
        }
        return current;
    }

    String file() {
        return file;
    }

    MpiAbi abi() {
        return abi;
    }

    /**
     * The address of a symbol.
     *
     * @throws CommunicationException that names it, if it is missing
     */
    long address(String symbol) {
        return symbols.find(symbol)
                .orElseThrow(() -> new CommunicationException(file + ", which has " + abi.title() + ", has no symbol "
                        + symbol + ": it is no complete MPI 3.1, see LOCKSTEP_LIBMPI"))
                .address();
    }

    /**
     * Looks for the functions of a class of the raw layer and does not link them, which takes a launch up to 10 ms for each
     * list of arguments.
     *
     * @throws CommunicationException that names one that is missing
     */
    void requireFunctions(Class<?> raw) {
        functionsOf(raw).forEach(this::address);
    }

    /** The functions that a class of the raw layer has as constants: {@code IBCAST} is {@code MPI_Ibcast}. */
    static List<String> functionsOf(Class<?> raw) {
        return Arrays.stream(raw.getDeclaredFields())
                .filter(constant -> constant.getType() == MethodHandle.class)
                .map(Field::getName)
                .map(name -> "MPI_" + name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT))
                .toList();
    }

    /**
     * A function of the current library that returns an error code.
     *
     * @param arguments their types as in a descriptor of the JVM: {@code I} for an int, {@code J} for an address
     *     or a handle
     */
    static MethodHandle function(String name, String arguments) {
        return link(name, arguments);
    }

    /** A function as above, without a transition of the thread: for calls that return at once, whatever others do. */
    static MethodHandle criticalFunction(String name, String arguments) {
        return link(name, arguments, Linker.Option.critical(false));
    }

    @SuppressWarnings("restricted")
    private static MethodHandle link(String name, String arguments, Linker.Option... options) {
        MemoryLayout[] layouts = arguments
                .chars()
                .mapToObj(type -> type == 'I' ? JAVA_INT : JAVA_LONG)
                .toArray(MemoryLayout[]::new);
        return LINKER.downcallHandle(
                MemorySegment.ofAddress(current().address(name)), FunctionDescriptor.of(JAVA_INT, layouts), options);
    }
}
