package dev.lockstep.codec.flatbuffers;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.lockstep.codec.payload.GraphNode;
import java.nio.ByteBuffer;
import java.util.ArrayList;

/** Nodes, nested, as tables. */
final class GraphNodeFormat implements Format<GraphNode> {

    @Override
    public int write(GraphNode value, FlatBufferBuilder builder) {
        return write(value, builder, 0);
    }

    private static int write(GraphNode value, FlatBufferBuilder builder, int depth) {
        int links = Builders.NOTHING;
        if (value.links != null) {
            int[] tables = new int[value.links.size()];
            for (int i = 0; i < tables.length; i++) {
                tables[i] = write(value.links.get(i), builder, Budget.deeper(depth));
            }
            links = dev.lockstep.codec.schema.flatbuffers.GraphNode.createLinksVector(builder, tables);
        }
        return dev.lockstep.codec.schema.flatbuffers.GraphNode.createGraphNode(
                builder, Builders.text(value.label, builder), links);
    }

    @Override
    public GraphNode read(ByteBuffer source, Budget budget) {
        return read(dev.lockstep.codec.schema.flatbuffers.GraphNode.getRootAsGraphNode(source), budget, 0);
    }

    private static GraphNode read(dev.lockstep.codec.schema.flatbuffers.GraphNode table, Budget budget, int depth) {
        GraphNode value = new GraphNode();
        value.label = table.label();
        if (table.linksVector() != null) {
            int length = budget.take(table.linksLength());
            value.links = new ArrayList<>(length);
            for (int i = 0; i < length; i++) {
                value.links.add(read(table.links(i), budget, Budget.deeper(depth)));
            }
        }
        return value;
    }
}
