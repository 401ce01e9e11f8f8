package dev.lockstep.harness;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How many calls somebody else's program makes of what a benchmark does: {@code --ops osu} asks for those that a
 * benchmark declares by {@code osu}, and is refused by one that declares none.
 */
@Documented
@Inherited
@Repeatable(Counts.All.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Counts {
    /** OSU Micro-Benchmarks 7.4. */
    String OSU = "osu";

    /** Ekanayake and Fox 2014. */
    String PAPER = "paper";

    /** Whose they are: {@value #OSU} or {@value #PAPER}. */
    String by();

    /** The largest size, by the parameter {@code bytes}, that is small. */
    int limit() default 8192;

    /** Calls of small ones. */
    int small();

    /** Calls of larger ones. */
    int large();

    /** Those of several. */
    @Documented
    @Inherited
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface All {
        /** Each. */
        Counts[] value();
    }
}
