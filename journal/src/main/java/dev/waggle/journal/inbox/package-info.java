/**
 * Durable subscriptions and one inbox per agent. Two journals hold their data. The log of signals holds the signals; a
 * journal of delivery facts holds subscriptions, acknowledgements and undeliverable signals. Everything in memory is a
 * fold over the facts and a window on the log, so a restart restores the state after a crash.
 *
 * <pre>
 *   log ── follow ──> {@link InboxRouter} ──> {@link AgentQueue} of each match, in log order ──> drain ──> agent
 *                                                            full: the rest stays in the log
 *   subscribe, acknowledge ... ──> {@link DeliveryFactLog} (synced) ──> {@link InboxRouter}
 * </pre>
 *
 * <p>Locks, in the order in which they may be taken: the lock of the dead letter writer, of {@link DeliveryFactLog}, of
 * a journal, of {@link InboxRouter}. Under the router's lock nothing is read, written or called but the clock.
 */
@NullMarked
package dev.waggle.journal.inbox;

import org.jspecify.annotations.NullMarked;
