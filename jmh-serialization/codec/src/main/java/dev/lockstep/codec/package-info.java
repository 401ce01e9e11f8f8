/**
 * Objects to bytes and back: what a codec is, what it promises, and how codecs are found. The JDK alone is used.
 *
 * <p>A {@link dev.lockstep.codec.Codec} encodes objects of one type. A {@link dev.lockstep.codec.CodecProvider} makes
 * codecs and declares what they can do; {@link dev.lockstep.codec.Codecs} finds the providers on the class path. To
 * bring a codec of your own, write those two classes (or one that is both) and a line in
 * {@code META-INF/services/dev.lockstep.codec.CodecProvider}. Whether it keeps its promises is checked by the contract
 * in {@code lockstep-codec-testkit}.
 */
package dev.lockstep.codec;
