/**
 * Delivery to agents: the port through which an agent takes the signals of its subscriptions, and their text form.
 * Subscriptions and durable inboxes live beside the journal.
 */
@NullMarked
package dev.waggle.signal.inbox;

import org.jspecify.annotations.NullMarked;
