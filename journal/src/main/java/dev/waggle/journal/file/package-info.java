/**
 * Journal on disk, as a folder of segments. Segments are files of JSON lines that a person can read with a pager. The
 * fields of a line are listed in {@link dev.waggle.journal}.
 *
 * <pre>
 *   writing    {@link FileJournal}, by one process at a time: lock, recovery, group commit, sealing, retention
 *   reading    {@link JournalReader}, by any process, beside the writer: from the front, following, or by a query
 *   checking   {@link JournalVerification} reads every byte and names each {@link JournalDamage} by file and line
 *   shrinking  {@link RetentionPolicy} deletes whole segments, {@link JournalCompaction} the entries of closed threads
 *   by hand    {@link JournalExcerpt}: entries in a file of their own, without checksums
 * </pre>
 *
 * <p>All types for users of a journal are here. The packages below do the work, lowest first: {@code storage}
 * (files), {@code segment} (lines), {@code read} (indexes, queries), {@code recovery} (after a crash) and {@code
 * write} (group commit). The values that these packages share, such as {@link JournalDamage} and {@link
 * JournalQuery}, are in this package and know none of them.
 */
@NullMarked
package dev.waggle.journal.file;

import org.jspecify.annotations.NullMarked;
