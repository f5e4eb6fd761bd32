package dev.waggle.journal.reputation;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

import dev.waggle.journal.lines.LineFile;
import dev.waggle.signal.learning.OutcomeLog.LoggedOutcome;
import dev.waggle.signal.learning.OutcomeLog.OutcomeMark;
import org.jspecify.annotations.Nullable;

/** Reader of the file of a log of outcomes. Owned by one thread. */
final class OutcomeFile implements Closeable {

    private final LineFile lines;

    private OutcomeFile(LineFile lines) {
        this.lines = lines;
    }

    /**
     * Opens the file.
     *
     * @throws IOException when it cannot be read, or holds something else
     */
    static OutcomeFile open(Path path) throws IOException {
        return new OutcomeFile(LineFile.open(path, OutcomeLine.BEGINNING, "outcomes"));
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    /** Length up to the end of the last whole line. */
    long wholeLength() throws IOException {
        return lines.wholeLength();
    }

    /** The checksum of the line that ends right before that place; 0 at the start, -1 if no line ends there. */
    long sumBefore(long offset) throws IOException {
        return lines.sumBefore(offset);
    }

    /**
     * Reads the outcomes behind a mark.
     *
     * @throws IOException when a line is damaged; the message names it
     */
    OutcomeMark read(OutcomeMark from, Consumer<LoggedOutcome> reader) throws IOException {
        Progress progress = new Progress(from);
        lines.read(from.offset(), from.number(), (line, _) -> {
            LoggedOutcome entry = OutcomeLine.decode(line, progress.mark);
            progress.mark = entry.end();
            reader.accept(entry);
            return true;
        });
        return progress.mark;
    }

    /** End of what was read. */
    private static final class Progress {

        private OutcomeMark mark;

        Progress(OutcomeMark mark) {
            this.mark = mark;
        }
    }

    /**
     * The outcome of that run whose line begins at that offset.
     *
     * @throws OutcomeIndex.StaleIndexException when another line is there
     */
    LoggedOutcome at(long offset, String run) throws IOException {
        FoundLine found = new FoundLine();
        try {
            lines.read(offset, 0, (line, begin) -> {
                found.entry = OutcomeLine.decodeAt(line, begin);
                return false;
            });
        } catch (IOException damage) {
            throw new OutcomeIndex.StaleIndexException(
                    "the line at byte " + offset + " is damaged: " + damage.getMessage());
        }
        LoggedOutcome entry = found.entry;
        if (entry == null || !entry.run().equals(run)) {
            throw new OutcomeIndex.StaleIndexException("the line at byte " + offset + " is of another run");
        }
        return entry;
    }

    /** Line that was read. */
    private static final class FoundLine {

        private @Nullable LoggedOutcome entry;
    }
}
