/**
 * Coordination of threads: a typed, in-process log of what specialists, coordinators and supporting parts tell each
 * other. It stores, suppresses repeats, ages and announces; it never interprets, never speaks to people and is no bus of
 * topics: what an operator sees of it goes through the {@link dev.waggle.signal.connectivity.Ledger}.
 */
@NullMarked
package dev.waggle.signal.connectivity;

import org.jspecify.annotations.NullMarked;
