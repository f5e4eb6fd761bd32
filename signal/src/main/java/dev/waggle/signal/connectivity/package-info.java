/**
 * Coordination of threads: the port {@link dev.waggle.signal.connectivity.ConnectivityLayer}, its configuration, and the
 * values that specialists, coordinators and supporting parts exchange through it. A layer stores, suppresses repeats,
 * expires and announces signals. It never interprets them and never speaks to people; an operator sees what it does through
 * its ledger.
 *
 * <p>The state of one thread belongs to {@code connectivity.thread}, the implementation of the port to
 * {@code connectivity.layer}.
 */
@NullMarked
package dev.waggle.signal.connectivity;

import org.jspecify.annotations.NullMarked;
