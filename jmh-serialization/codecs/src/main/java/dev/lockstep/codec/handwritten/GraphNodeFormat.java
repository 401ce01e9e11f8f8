package dev.lockstep.codec.handwritten;

import dev.lockstep.codec.CodecException;
import dev.lockstep.codec.payload.GraphNode;
import java.nio.ByteBuffer;

/**
 * The bytes of a node with all that is behind it.
 *
 * @param depth how many nodes it is behind
 */
record GraphNodeFormat(int depth) implements Format<GraphNode> {
    private static final int MAX_DEPTH = 1_000;

    private GraphNodeFormat deeper() {
        if (depth == MAX_DEPTH) {
            throw new CodecException("nodes are nested more than " + MAX_DEPTH + " deep, or in a cycle");
        }
        return new GraphNodeFormat(depth + 1);
    }

    @Override
    public GraphNode make() {
        return new GraphNode();
    }

    @Override
    public void write(GraphNode value, ByteBuffer target) {
        Fields.writeText(value.label, target);
        Fields.writeList(value.links, deeper(), target);
    }

    @Override
    public void read(ByteBuffer source, GraphNode value) {
        value.label = Fields.readText(source);
        value.links = Fields.readList(source, deeper());
    }
}
