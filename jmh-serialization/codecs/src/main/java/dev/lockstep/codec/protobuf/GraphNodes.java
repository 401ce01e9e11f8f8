package dev.lockstep.codec.protobuf;

import dev.lockstep.codec.CodecException;
import dev.lockstep.codec.payload.GraphNode;
import dev.lockstep.codec.schema.protobuf.PayloadProtos;
import java.util.ArrayList;

/** The mapping of nodes, nested as deep as protobuf's parser goes. */
final class GraphNodes {
    /** The default of {@code CodedInputStream.setRecursionLimit}. */
    private static final int MAX_DEPTH = 100;

    private GraphNodes() {}

    static PayloadProtos.GraphNode toMessage(GraphNode node) {
        return toMessage(node, 0);
    }

    private static PayloadProtos.GraphNode toMessage(GraphNode node, int depth) {
        if (depth > MAX_DEPTH) {
            throw new CodecException("nodes are nested more than " + MAX_DEPTH + " deep, or in a cycle");
        }
        PayloadProtos.GraphNode.Builder message = PayloadProtos.GraphNode.newBuilder();
        if (node.label != null) {
            message.setLabel(node.label);
        }
        for (GraphNode link : node.links) {
            message.addLinks(toMessage(link, depth + 1));
        }
        return message.build();
    }

    static GraphNode toPayload(PayloadProtos.GraphNode message) {
        GraphNode node = new GraphNode();
        node.label = message.hasLabel() ? message.getLabel() : null;
        node.links = new ArrayList<>(message.getLinksCount());
        for (PayloadProtos.GraphNode link : message.getLinksList()) {
            node.links.add(toPayload(link));
        }
        return node;
    }
}
