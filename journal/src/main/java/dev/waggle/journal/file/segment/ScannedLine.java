package dev.waggle.journal.file.segment;

import dev.waggle.journal.GapLine;
import dev.waggle.signal.log.LogEntry;

/** Scan result for one line of a journal. */
public sealed interface ScannedLine {

    LinePosition position();

    /** The first and the last sequence number that it covers; 0 when it is damaged. */
    long first();

    long last();

    record Entry(LogEntry entry, LinePosition position) implements ScannedLine {
        @Override
        public long first() {
            return entry.sequence();
        }

        @Override
        public long last() {
            return entry.sequence();
        }
    }

    record Gap(GapLine gap, LinePosition position) implements ScannedLine {
        @Override
        public long first() {
            return gap.first();
        }

        @Override
        public long last() {
            return gap.last();
        }
    }

    record Damaged(String reason, LinePosition position) implements ScannedLine {
        @Override
        public long first() {
            return 0;
        }

        @Override
        public long last() {
            return 0;
        }
    }

    /**
     * Position of a line in its file.
     *
     * @param line its number, from 1; 0 when the lines before it were not read
     * @param offset its first byte
     * @param end the first byte behind it and its line end
     */
    record LinePosition(long line, long offset, long end) {}
}
