package dev.lockstep.harness;

import dev.lockstep.comm.Capability;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names what a benchmark needs of its communicator. On one that lacks it the benchmark is left out, by name and with the
 * library's reason. What only some combinations of parameters need is for a {@link CombinationRule} to say.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface RequiresCapability {
    /** All of them. */
    Capability[] value();
}
