/**
 * Java's own serialization.
 *
 * <p>Set up as the JDK's authors advise: a filter that names the classes that may come, and bounds arrays, depth and
 * references (JEP 290; "Serialization Filtering" in the Java Core Libraries guide). The classes have a
 * {@code serialVersionUID} and the default form, as their authors usually leave it; no {@code Externalizable}.
 */
package dev.lockstep.codec.serializable;
