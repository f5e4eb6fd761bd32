/** Operations on the server itself: its health, its metrics and its document. */
@NullMarked
package dev.waggle.server.api.status;

import org.jspecify.annotations.NullMarked;
