/**
 * Exports logs as files for other programs, and imports their files as logs. Both work entry by entry, in the memory
 * of one line, and report a reason for everything that could not be carried over. The forms of single signals are in
 * {@code dev.waggle.journal.form} and {@code dev.waggle.journal.cloudevent}.
 */
@NullMarked
package dev.waggle.journal.exchange;

import org.jspecify.annotations.NullMarked;
