/**
 * Who wants to hear what, and what waits for whom: durable subscriptions and one inbox per agent. Two journals stand
 * behind it. The log of signals says what there is; a journal of delivery facts says who subscribed, what was dealt with
 * and what could not be delivered. Everything in memory is a fold over the facts and a window on the log, so a restart
 * finds what a crash left.
 *
 * <pre>
 *   log ── follow ──> {@link InboxRouter}: which agents does it match? ──> {@link AgentQueue} of each, in log order ──> drain ──> agent
 *                                                            full: the rest stays in the log
 *   subscribe, acknowledge ... ──> {@link DeliveryFactLog} (synced) ──> {@link InboxRouter}
 * </pre>
 *
 * <p>Locks, in the order in which they may be taken: that of who writes dead letters, that of {@link DeliveryFactLog}, that of a
 * journal, that of {@link InboxRouter}. Nothing is read, written or called under the desk's but the clock.
 */
@NullMarked
package dev.waggle.journal.inbox;

import org.jspecify.annotations.NullMarked;
