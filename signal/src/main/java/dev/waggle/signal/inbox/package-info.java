/**
 * What was delivered to whom: the port through which an agent takes the signals that it subscribed to, and how they read
 * as text. Subscriptions and durable inboxes live beside the journal.
 */
@NullMarked
package dev.waggle.signal.inbox;

import org.jspecify.annotations.NullMarked;
