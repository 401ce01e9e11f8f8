package dev.lockstep.comm.ffm;

import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;

/** The library's handles and constants, which are constants to the JIT as well. */
final class Handles {
    private static final MpiAbi ABI = MpiLibrary.current().abi();

    static final long COMM_WORLD = ABI.commWorld();
    static final long COMM_NULL = ABI.commNull();
    static final long BYTE = ABI.bytes();
    static final int ANY_TAG = ABI.anyTag();

    private static final long INT32 = ABI.handle(Datatype.INT);
    private static final long INT64 = ABI.handle(Datatype.LONG);
    private static final long FLOAT = ABI.handle(Datatype.FLOAT);
    private static final long DOUBLE = ABI.handle(Datatype.DOUBLE);

    private static final long SUM = ABI.handle(ReduceOp.SUM);
    private static final long MIN = ABI.handle(ReduceOp.MIN);
    private static final long MAX = ABI.handle(ReduceOp.MAX);
    private static final long PROD = ABI.handle(ReduceOp.PROD);

    private Handles() {}

    static long of(Datatype type) {
        return switch (type) {
            case INT -> INT32;
            case LONG -> INT64;
            case FLOAT -> FLOAT;
            case DOUBLE -> DOUBLE;
        };
    }

    static long of(ReduceOp op) {
        return switch (op) {
            case SUM -> SUM;
            case MIN -> MIN;
            case MAX -> MAX;
            case PROD -> PROD;
        };
    }
}
