/**
 * Main API of the durable log. {@link dev.waggle.journal.signals.SignalService} stores signals, notifies listeners, and
 * hands out subscriptions and inboxes. The tools here let agents do the same in their own name.
 */
@NullMarked
package dev.waggle.journal.signals;

import org.jspecify.annotations.NullMarked;
