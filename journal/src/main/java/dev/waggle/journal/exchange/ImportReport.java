package dev.waggle.journal.exchange;

import org.jspecify.annotations.Nullable;

/**
 * Result of importing a file.
 *
 * @param format its format; {@code null} when nothing in it shows one
 * @param imported lines with a signal that is in the journal now
 * @param skipped lines with a signal that was in the journal before
 * @param refused lines that could not be imported
 * @param gaps lines of a journal that replace removed entries
 * @param isStopped whether the first refused line ended it
 */
public record ImportReport(@Nullable ExchangeFormat format, long imported, long skipped, long refused, long gaps,
        boolean isStopped) {}
