/**
 * Coordination of threads: the port {@link dev.waggle.signal.connectivity.ConnectivityLayer}, its configuration, and
 * the values exchanged through it by specialists, coordinators and supporting components. A layer stores, suppresses
 * repeats, expires and announces signals. It never interprets them and never addresses people; operators follow its
 * actions through its ledger.
 *
 * <p>The state of one thread belongs to {@code connectivity.thread}, the implementation of the port to
 * {@code connectivity.layer}.
 */
@NullMarked
package dev.waggle.signal.connectivity;

import org.jspecify.annotations.NullMarked;
