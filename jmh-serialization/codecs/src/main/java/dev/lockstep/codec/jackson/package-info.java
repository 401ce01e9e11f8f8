/**
 * Jackson: JSON by two ways, and its binary formats.
 *
 * <p>Set up as its authors recommend for speed (FasterXML/jackson-docs, "Presentation: Jackson Performance"): one
 * mapper, of which a reader and a writer for the type are made once; bytes instead of strings; nothing between Jackson
 * and the array if there is one. Names of fields are written in full and unknown ones are passed over, so that versions
 * can differ. All other settings are the defaults, which bound depths and lengths of what is read. {@code json-string}
 * takes the way of Boysan (2018), section 3.2, through a {@code String}; {@code json-blackbird} adds the module that
 * replaces reflection by generated code.
 */
package dev.lockstep.codec.jackson;
