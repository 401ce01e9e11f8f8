/**
 * Simple Binary Encoding, with codecs generated from {@code payloads.xml}.
 *
 * <p>Set up as its authors recommend (aeron-io/simple-binary-encoding, wiki, "Java Users Guide"): one encoder, one
 * decoder and one buffer that are used again; fields of fixed length first, then groups, then texts. What is generated
 * reads in place; here an object is made of it, as with all other codecs. Bounds are checked, as by default. Agrona,
 * whose buffers it uses, needs {@code --add-opens java.base/jdk.internal.misc=ALL-UNNAMED} (Agrona, change log of
 * 2.0.0).
 */
package dev.lockstep.codec.sbe;
