package dev.lockstep.harness;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A benchmark of which not every combination of parameters can be. */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Combinations {
    /**
     * Which can.
     *
     * @return the rule's class
     */
    Class<? extends CombinationRule> value();
}
