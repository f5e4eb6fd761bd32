/**
 * The log on disk: a folder of files of JSON lines that a person can read with a pager. One {@link
 * dev.waggle.journal.file.FileJournal} writes it; any number of {@link dev.waggle.journal.file.JournalFile} read a file of
 * it. What a line holds is told in {@link dev.waggle.journal}.
 */
@NullMarked
package dev.waggle.journal.file;

import org.jspecify.annotations.NullMarked;
