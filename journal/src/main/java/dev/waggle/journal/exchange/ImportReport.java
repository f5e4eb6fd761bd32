package dev.waggle.journal.exchange;

import org.jspecify.annotations.Nullable;

/**
 * What became of a file.
 *
 * @param format what it was; {@code null} when it held nothing that says so
 * @param imported lines whose signal is in the journal now
 * @param refused lines that could not be taken
 * @param gaps lines of a journal that stand for removed entries
 * @param isStopped whether the first refused line ended it
 */
public record ImportReport(@Nullable ExchangeFormat format, long imported, long refused, long gaps,
        boolean isStopped) {}
