/**
 * Interoperability of A2A with the public clients and servers: the JavaScript SDK in two versions, run by Node, and the
 * Java client. They really run; where npm is missing they are skipped with a printed line, and fail with {@code CI=true}.
 */
@NullMarked
package dev.waggle.server.interop;

import org.jspecify.annotations.NullMarked;
