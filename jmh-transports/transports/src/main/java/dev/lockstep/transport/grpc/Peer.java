package dev.lockstep.transport.grpc;

import io.grpc.MethodDescriptor;
import io.grpc.internal.GrpcUtil;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The service that a peer has. Its messages are arrays of bytes. */
final class Peer {
    static final String SERVICE = "lockstep.Peer";

    /** Says whether it is a peer. */
    static final MethodDescriptor<byte[], byte[]> GREETING = method("Greeting", MethodDescriptor.MethodType.UNARY);

    /** Takes a message, and answers with nothing as soon as there is room for another. */
    static final MethodDescriptor<byte[], byte[]> MESSAGE = method("Message", MethodDescriptor.MethodType.UNARY);

    /** Takes a message, and gives its answer. */
    static final MethodDescriptor<byte[], byte[]> QUESTION = method("Question", MethodDescriptor.MethodType.UNARY);

    /** Takes messages, and gives answers to some of them, in order. */
    static final MethodDescriptor<byte[], byte[]> MESSAGES =
            method("Messages", MethodDescriptor.MethodType.BIDI_STREAMING);

    private Peer() {}

    static String version() {
        return "gRPC " + GrpcUtil.getGrpcBuildVersion().getImplementationVersion();
    }

    private static MethodDescriptor<byte[], byte[]> method(String name, MethodDescriptor.MethodType type) {
        return MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(type)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
                .setRequestMarshaller(new Bytes())
                .setResponseMarshaller(new Bytes())
                .build();
    }

    /** As they are. */
    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] message) {
            return new ByteArrayInputStream(message);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
