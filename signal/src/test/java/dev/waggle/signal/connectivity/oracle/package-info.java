/**
 * The oracle of the connectivity tests: the earlier implementation, answer for answer, and the recorded traces that both
 * it and the current layer play. It uses public types only; nothing of it is shipped.
 */
@NullMarked
package dev.waggle.signal.connectivity.oracle;

import org.jspecify.annotations.NullMarked;
