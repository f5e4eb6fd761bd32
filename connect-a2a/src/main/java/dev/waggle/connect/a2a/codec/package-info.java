/**
 * JSON of the Agent2Agent protocol in each version, read and written, and the envelopes of JSON-RPC. Fields that the
 * protocol does not define are ignored, and a field with the value null counts as absent.
 */
@NullMarked
package dev.waggle.connect.a2a.codec;

import org.jspecify.annotations.NullMarked;
