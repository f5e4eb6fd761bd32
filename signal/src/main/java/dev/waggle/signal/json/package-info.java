/**
 * JSON values, without any JSON library: what they are, how codecs write the fields of an object and how they read
 * them strictly. Text is parsed by the installed {@link dev.waggle.signal.json.JsonReader}.
 */
@NullMarked
package dev.waggle.signal.json;

import org.jspecify.annotations.NullMarked;
