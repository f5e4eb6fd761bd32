/**
 * What an operator sees of coordination: the facts of a connectivity layer, as ordinary signals on a bus and in its
 * journal, for patterns, dashboards and replay. The layer knows nothing of it.
 */
@NullMarked
package dev.waggle.signal.bridge;

import org.jspecify.annotations.NullMarked;
