package dev.lockstep.harness.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.openjdk.jmh.runner.link.JmhFrames;

@Isolated("it changes a system property")
class JmhFramesTest {
    @Test
    void theJmhOnTheClassPathIsTested() {
        assertThatCode(JmhFrames::requireTested).doesNotThrowAnyException();
    }

    @Test
    void anotherJmhIsRefusedWithThoseThatAreTestedUnlessTheUserInsists() {
        assertThatThrownBy(() -> JmhFrames.requireTested("9.99"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("9.99")
                .hasMessageContaining(String.join(", ", JmhFrames.TESTED))
                .hasMessageContaining("-D" + JmhFrames.UNTESTED + "=true");
        System.setProperty(JmhFrames.UNTESTED, "true");
        try {
            assertThatCode(() -> JmhFrames.requireTested("9.99")).doesNotThrowAnyException();
        } finally {
            System.clearProperty(JmhFrames.UNTESTED);
        }
    }

    @Test
    void whatIsNoFrameIsPassedOn() {
        for (Object other : List.of("text", 1)) {
            assertThat(JmhFrames.meaning(other)).isInstanceOf(JmhFrames.Other.class);
        }
    }

    @Test
    void framesOfOursMeanWhatTheySay() {
        assertThat(JmhFrames.meaning(JmhFrames.print("text"))).isEqualTo(new JmhFrames.Print("text\n"));
        assertThat(JmhFrames.meaning(JmhFrames.finish())).isInstanceOf(JmhFrames.Finish.class);
        assertThat(JmhFrames.meaning(JmhFrames.failure("why")))
                .isInstanceOfSatisfying(
                        JmhFrames.Failure.class,
                        f -> assertThat(f.error().getSuppressed()[0]).hasMessage("why"));
    }
}
