package dev.lockstep.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClosingTest {
    private final List<String> closed = new ArrayList<>();

    private AutoCloseable one(String name, Exception failure) {
        return () -> {
            closed.add(name);
            if (failure != null) {
                throw failure;
            }
        };
    }

    @Test
    void whatFailsKeepsNothingElseOpen() {
        IOException first = new IOException("first");
        RuntimeException second = new IllegalStateException("second");
        assertThatThrownBy(
                        () -> Closing.all(List.of(one("a", null), one("b", first), one("c", second), one("d", null))))
                .isSameAs(first)
                .satisfies(e -> assertThat(e.getSuppressed())
                        .singleElement()
                        .satisfies(other -> assertThat(other)
                                .isInstanceOf(IOException.class)
                                .hasCause(second)));
        assertThat(closed).containsExactly("a", "b", "c", "d");
    }

    @Test
    void whatClosesIsNoError() throws IOException {
        Closing.all(List.of(one("a", null)));
        assertThat(closed).containsExactly("a");
    }
}
