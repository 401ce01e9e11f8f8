package dev.lockstep.codec.payload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GraphNodeTest {

    @Test
    void looksLikeItsCopy() {
        assertThat(GraphNode.chain(100_000).looksLike(GraphNode.chain(100_000))).isTrue();
        assertThat(GraphNode.star(1_000).looksLike(GraphNode.star(1_000))).isTrue();
        assertThat(GraphNode.ring(3).looksLike(GraphNode.ring(3))).isTrue();
    }

    @Test
    void looksLikeNothingElse() {
        GraphNode chain = GraphNode.chain(3);
        assertThat(chain.looksLike(null)).isFalse();
        assertThat(chain.looksLike(GraphNode.chain(2))).isFalse();
        assertThat(chain.looksLike(GraphNode.ring(3))).isFalse();
        assertThat(GraphNode.ring(3).looksLike(GraphNode.ring(6))).isFalse();
        GraphNode other = GraphNode.chain(3);
        other.links.get(0).label = "another";
        assertThat(chain.looksLike(other)).isFalse();
        other = GraphNode.chain(3);
        other.links.get(0).links = null;
        assertThat(chain.looksLike(other)).isFalse();
        assertThat(other.looksLike(chain)).isFalse();
        GraphNode twice = GraphNode.of("centre");
        twice.links.add(GraphNode.of("0"));
        twice.links.add(twice.links.get(0));
        GraphNode two = GraphNode.star(2);
        two.links.get(1).label = "0";
        assertThat(two.looksLike(twice)).isFalse();
        assertThat(twice.looksLike(two)).isFalse();
        two.links.set(1, null);
        assertThat(two.looksLike(GraphNode.star(2))).isFalse();
    }
}
