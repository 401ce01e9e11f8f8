package dev.lockstep.codec.payload;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A node of a graph, for properties that the other payloads lack: deep, wide, or cyclic. Nodes are equal only if they
 * are the same; {@link #looksLike} compares what can be reached from them.
 */
@SuppressWarnings("serial") // the lists that are put here can be serialized
public final class GraphNode implements Serializable {
    private static final long serialVersionUID = 1;

    /** The name of the node; null if it has none. */
    public String label;

    /** The nodes that can be reached from here. */
    public List<GraphNode> links;

    /** A node without links. */
    public static GraphNode of(String label) {
        GraphNode node = new GraphNode();
        node.label = label;
        node.links = new ArrayList<>();
        return node;
    }

    /**
     * Nodes one behind the other; returns the first.
     *
     * @param depth how many, at least 1
     */
    public static GraphNode chain(int depth) {
        GraphNode first = of("0");
        GraphNode last = first;
        for (int i = 1; i < depth; i++) {
            GraphNode next = of(Integer.toString(i));
            last.links.add(next);
            last = next;
        }
        return first;
    }

    /**
     * Nodes side by side; returns the one that links to all.
     *
     * @param width how many, besides that one
     */
    public static GraphNode star(int width) {
        GraphNode centre = of("centre");
        for (int i = 0; i < width; i++) {
            centre.links.add(of(Integer.toString(i)));
        }
        return centre;
    }

    /**
     * Nodes in a ring; returns one of them.
     *
     * @param length how many, at least 1
     */
    public static GraphNode ring(int length) {
        GraphNode first = chain(length);
        GraphNode last = first;
        while (!last.links.isEmpty()) {
            last = last.links.get(0);
        }
        last.links.add(first);
        return first;
    }

    /** Whether two graphs have the same shape, the same labels, and their cycles in the same places; false for null. */
    public boolean looksLike(GraphNode other) {
        Map<GraphNode, GraphNode> pairs = new IdentityHashMap<>();
        Deque<Map.Entry<GraphNode, GraphNode>> todo = new ArrayDeque<>();
        if (other == null || !meet(this, other, pairs, todo)) {
            return false;
        }
        while (!todo.isEmpty()) {
            List<GraphNode> mine = todo.peek().getKey().links;
            List<GraphNode> others = todo.pop().getValue().links;
            if (mine == null || others == null ? mine != others : mine.size() != others.size()) {
                return false;
            }
            for (int i = 0; mine != null && i < mine.size(); i++) {
                if (!meet(mine.get(i), others.get(i), pairs, todo)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether both nodes were met together before, or are met for the first time and look alike. */
    private static boolean meet(
            GraphNode mine,
            GraphNode other,
            Map<GraphNode, GraphNode> pairs,
            Deque<Map.Entry<GraphNode, GraphNode>> todo) {
        if (mine == null || other == null) {
            return mine == other;
        }
        boolean metMine = pairs.containsKey(mine);
        if (metMine || pairs.containsKey(other)) {
            return metMine && pairs.get(mine) == other;
        }
        pairs.put(mine, other);
        pairs.put(other, mine);
        todo.push(Map.entry(mine, other));
        return Objects.equals(mine.label, other.label);
    }

    @Override
    public String toString() {
        return "node " + label + " with " + (links == null ? "no list of" : links.size()) + " links";
    }
}
