/**
 * Signals over HTTP: generation, lists, streams, webhooks, subscriptions, inboxes and delayed signals. Delivery itself
 * is in {@code dev.waggle.journal.signals}.
 */
@NullMarked
package dev.waggle.server.api.signal;

import org.jspecify.annotations.NullMarked;
