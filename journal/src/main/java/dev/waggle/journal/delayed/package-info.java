/**
 * Signals for a later time: their durable schedule in the folder of a log, and their generation when they are due.
 * Validation of a signal and its delivery to inboxes are elsewhere.
 */
@NullMarked
package dev.waggle.journal.delayed;

import org.jspecify.annotations.NullMarked;
