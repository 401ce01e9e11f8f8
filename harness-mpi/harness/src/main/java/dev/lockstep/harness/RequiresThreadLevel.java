package dev.lockstep.harness;

import dev.lockstep.comm.spi.ThreadLevel;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A benchmark that communicates by threads of its own, besides JMH's: which {@link ThreadLevel} that needs. Without it
 * the only thread that may use a rank's communicators is JMH's, unless {@code --threads} says that there are several.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface RequiresThreadLevel {
    /**
     * The lowest that will do.
     *
     * @return {@link ThreadLevel#SERIALIZED} if its threads take turns, otherwise {@link ThreadLevel#MULTIPLE}
     */
    ThreadLevel value();
}
