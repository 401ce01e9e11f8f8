package dev.lockstep.harness.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.harness.Child;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.other.Gadget;

class LinkFilterTest {
    @TempDir
    Path scratch;

    /** A rank's JVM: its main thread reads JMH's link, others what a benchmark gives them. */
    static final class Reader {
        private Reader() {}

        public static void main(String[] args) throws Exception {
            LinkFilter.guardRank(Thread.currentThread());
            System.out.println("link: " + read(new Gadget("x")));
            Thread benchmark = new Thread(() -> System.out.println("benchmark: " + read(new Gadget("x"))));
            benchmark.start();
            benchmark.join();
            System.out.println("text: " + read("a text"));
        }

        private static String read(Object object) {
            try {
                return LinkFilterTest.read(object, null).getClass().getSimpleName();
            } catch (IOException | ClassNotFoundException e) {
                return e.getClass().getSimpleName();
            }
        }
    }

    private static Object read(Object object, ObjectInputFilter filter) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(Gadget.written(object)))) {
            if (filter != null) {
                in.setObjectInputFilter(filter);
            }
            return in.readObject();
        }
    }

    @Test
    void aRankReadsItsLinkWithAFilterAndABenchmarkWithout() throws Exception {
        Child.Outcome outcome = new Child(scratch).run(List.of(Reader.class.getName()));
        assertThat(outcome.output().lines())
                .containsExactly("link: InvalidClassException", "benchmark: Gadget", "text: String");
    }

    @Test
    void setsWithinSetsAreRefusedBeforeTheyTakeLong() {
        assertThatThrownBy(() -> read(Gadget.bomb(), LinkFilter.FILTER)).isInstanceOf(InvalidClassException.class);
    }

    /** Each line that a rank prints is an object, and the stream is one: its count of references only grows. */
    @Test
    void depthIsLimitedAndTheNumberOfObjectsIsNot() {
        assertThat(LinkFilter.FILTER.checkInput(new Longest(20))).isNotEqualTo(ObjectInputFilter.Status.REJECTED);
        assertThat(LinkFilter.FILTER.checkInput(new Longest(21))).isEqualTo(ObjectInputFilter.Status.REJECTED);
    }

    /** A string, so deep in an object, after as much as there can be. */
    private record Longest(long depth) implements ObjectInputFilter.FilterInfo {
        @Override
        public Class<?> serialClass() {
            return String.class;
        }

        @Override
        public long arrayLength() {
            return -1;
        }

        @Override
        public long references() {
            return Long.MAX_VALUE;
        }

        @Override
        public long streamBytes() {
            return Long.MAX_VALUE;
        }
    }

    @Test
    void anExceptionWithADozenCausesIsRead() throws Exception {
        Exception chain = new IOException("the last");
        for (int i = 0; i < 12; i++) {
            chain = new IllegalStateException("cause " + i, chain);
        }
        assertThat(read(chain, LinkFilter.FILTER)).isInstanceOf(IllegalStateException.class);
    }
}
