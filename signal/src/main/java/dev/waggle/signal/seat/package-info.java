/** Port of the answers that people give later to a solve that waits for them, and its values; asking is elsewhere. */
@NullMarked
package dev.waggle.signal.seat;

import org.jspecify.annotations.NullMarked;
