/**
 * Log entries as CloudEvents 1.0 of the Cloud Native Computing Foundation, in the JSON format, and events of other
 * producers as signals. Files of events live in {@code dev.waggle.journal.exchange}.
 */
@NullMarked
package dev.waggle.journal.cloudevent;

import org.jspecify.annotations.NullMarked;
