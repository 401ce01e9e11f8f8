package dev.lockstep.harness;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says which ranks' time is a benchmark's score, where the others serve, mediate or wait: of these alone are the score,
 * {@code ranks.min}, {@code ranks.max} and the slowest rank of a distribution. {@code ranks.csv} has a row for every rank. An
 * unscored rank calls the benchmark method as often as the others, and serves until they are done with their calls. Where
 * there are several servers, {@link Rank#serve} says so of the others.
 *
 * <p>Under plain JMH, without {@code -prof ranks}, the score is the mean of all.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Scored {
    /** The scored ranks. */
    Ranks value();

    /** Some of the ranks. */
    enum Ranks {
        /** Each of them, as without the annotation. */
        ALL("all ranks"),
        /** Rank 0, 2, 4 and so on: the first ones of pairs. */
        EVEN("even ranks"),
        /** Rank 0. */
        FIRST("rank 0"),
        /** Each of them but rank 0. */
        ALL_BUT_FIRST("all ranks but 0"),
        /** The same, where they wait for none but rank 0: each of their operations stands for itself in a distribution. */
        CLIENTS("each rank but 0, by itself");

        private final String text;

        Ranks(String text) {
            this.text = text;
        }

        /** Those that score in a class's benchmarks. */
        public static Ranks of(Class<?> benchmarks) {
            Scored scored = benchmarks.getAnnotation(Scored.class);
            return scored == null ? ALL : scored.value();
        }

        /** Whether a rank is one of them. */
        public boolean include(int rank) {
            return switch (this) {
                case ALL -> true;
                case EVEN -> rank % 2 == 0;
                case FIRST -> rank == 0;
                case ALL_BUT_FIRST, CLIENTS -> rank != 0;
            };
        }

        /** Whether they meet in each operation, and the longest time of all of them counts. */
        public boolean meet() {
            return this != CLIENTS;
        }

        /** Their name in the record and in reports. */
        @Override
        public String toString() {
            return text;
        }
    }
}
