/**
 * JSON text of values, signals and log entries. Files are in {@link dev.waggle.journal.file}, cassettes in {@link
 * dev.waggle.journal.cassette}, and the fields of a signal in {@link dev.waggle.signal.codec}.
 */
@NullMarked
package dev.waggle.journal;

import org.jspecify.annotations.NullMarked;
