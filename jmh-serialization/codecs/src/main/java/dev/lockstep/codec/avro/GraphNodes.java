package dev.lockstep.codec.avro;

import dev.lockstep.codec.CodecException;
import dev.lockstep.codec.payload.GraphNode;
import java.util.ArrayList;
import java.util.List;

/** The mapping of nodes, nested. */
final class GraphNodes {
    private static final int MAX_DEPTH = 500;

    private GraphNodes() {}

    static dev.lockstep.codec.schema.avro.GraphNode toRecord(GraphNode node) {
        return toRecord(node, 0);
    }

    private static dev.lockstep.codec.schema.avro.GraphNode toRecord(GraphNode node, int depth) {
        if (depth > MAX_DEPTH) {
            throw new CodecException("nodes are nested more than " + MAX_DEPTH + " deep, or in a cycle");
        }
        List<dev.lockstep.codec.schema.avro.GraphNode> links = new ArrayList<>(node.links.size());
        for (GraphNode link : node.links) {
            links.add(toRecord(link, depth + 1));
        }
        return new dev.lockstep.codec.schema.avro.GraphNode(node.label, links);
    }

    static GraphNode toPayload(dev.lockstep.codec.schema.avro.GraphNode record) {
        GraphNode node = new GraphNode();
        node.label = record.getLabel();
        node.links = new ArrayList<>(record.getLinks().size());
        for (dev.lockstep.codec.schema.avro.GraphNode link : record.getLinks()) {
            node.links.add(toPayload(link));
        }
        return node;
    }
}
