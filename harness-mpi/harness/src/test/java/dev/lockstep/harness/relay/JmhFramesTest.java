package dev.lockstep.harness.relay;

import static dev.lockstep.harness.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.link.JmhFrames;

class JmhFramesTest {
    @Test
    void aJmhThatIsNotTestedIsRefusedWithThoseThatAreUnlessTheUserInsists() {
        JmhFrames.requireTested();
        assertThrown(
                IllegalStateException.class,
                () -> JmhFrames.requireTested("9.99"),
                "9.99",
                String.join(", ", JmhFrames.TESTED),
                "-D" + JmhFrames.UNTESTED + "=true");
        System.setProperty(JmhFrames.UNTESTED, "true");
        try {
            JmhFrames.requireTested("9.99");
        } finally {
            System.clearProperty(JmhFrames.UNTESTED);
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
        assertThat(JmhFrames.meaning("no frame")).isInstanceOf(JmhFrames.Other.class);
    }
}
