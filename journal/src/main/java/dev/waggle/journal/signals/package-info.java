/**
 * The front door of the durable log: {@link dev.waggle.journal.signals.SignalService} takes what somebody says, writes it down,
 * tells listeners, and hands out subscriptions and inboxes; the tools here let agents do the same in their own name.
 */
@NullMarked
package dev.waggle.journal.signals;

import org.jspecify.annotations.NullMarked;
