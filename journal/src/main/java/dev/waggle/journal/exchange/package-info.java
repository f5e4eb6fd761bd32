/**
 * Logs as files for other programs, and files of other programs as logs: entry by entry, in the memory of one line, with
 * a reason for everything that could not be carried over. How one signal is written in a foreign form is the matter of
 * {@link dev.waggle.journal.form} and {@link dev.waggle.journal.cloudevent}.
 */
@NullMarked
package dev.waggle.journal.exchange;

import org.jspecify.annotations.NullMarked;
