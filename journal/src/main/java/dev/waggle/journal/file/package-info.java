/**
 * The log on disk: a folder of segments, which are files of JSON lines that a person can read with a pager. What a line
 * holds is told in {@link dev.waggle.journal}.
 *
 * <pre>
 *   writing    FileJournal, by one process at a time: lock, recovery, group commit, sealing, retention
 *   reading    JournalReader, by anybody, beside the writer: from the front, following, or by a JournalQuery
 *   checking   Verification reads every byte; every Damage is named by its file and line
 *   shrinking  Retention takes whole segments away, Compaction the entries of closed threads
 *   by hand    Excerpt: entries in a file of their own, without checksums
 * </pre>
 *
 * <p>The way of a line through the reading side: Lines cuts bytes, LineReading says what a line is, SegmentScan puts the
 * items of one file in order and tells of damage, Walk goes from segment to segment, Finder reads only what a query needs.
 */
@NullMarked
package dev.waggle.journal.file;

import org.jspecify.annotations.NullMarked;
