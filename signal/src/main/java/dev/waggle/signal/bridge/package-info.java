/**
 * Operator view of coordination: the facts of a connectivity layer, as ordinary signals on a bus and in its journal.
 * They serve patterns, dashboards and replay. The layer does not depend on it.
 */
@NullMarked
package dev.waggle.signal.bridge;

import org.jspecify.annotations.NullMarked;
