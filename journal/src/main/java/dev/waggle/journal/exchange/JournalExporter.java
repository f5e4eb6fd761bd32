package dev.waggle.journal.exchange;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.function.Consumer;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.log.LogEntry;

/** Writes entries in a format, one after the other. Owned by one thread. */
public final class JournalExporter {

    private final Writer out;
    private final ExchangeFormat format;
    private final Consumer<ExchangeProblem> problems;
    private long written;
    private long omitted;

    /**
     * @param out gets UTF-16 text that UTF-8 can hold; it is neither flushed nor closed here
     * @param problems receives a problem for every entry that the format cannot hold
     */
    public JournalExporter(Writer out, ExchangeFormat format, Consumer<ExchangeProblem> problems) {
        this.out = out;
        this.format = format;
        this.problems = problems;
    }

    /**
     * Writes an entry, or reports the reason why the format cannot hold it.
     *
     * @throws UncheckedIOException when writing fails
     */
    public void add(LogEntry entry) {
        String line;
        try {
            line = JsonText.write(format.encode(entry));
        } catch (IllegalArgumentException refused) {
            omitted++;
            problems.accept(new ExchangeProblem("entry " + entry.sequence(), String.valueOf(refused.getMessage())));
            return;
        }
        write(format != ExchangeFormat.CLOUDEVENTS_BATCH ? line + '\n' : (written == 0 ? "[" : ",\n") + line);
        written++;
    }

    /** Ends the file: an array gets its end. Nothing may be added afterwards. */
    public void finish() {
        if (format == ExchangeFormat.CLOUDEVENTS_BATCH) {
            write(written == 0 ? "[]\n" : "]\n");
        }
    }

    /** Number of entries that were written. */
    public long written() {
        return written;
    }

    /** Number of entries that the format could not hold. */
    public long omitted() {
        return omitted;
    }

    private void write(String text) {
        try {
            out.write(text);
        } catch (IOException failed) {
            throw new UncheckedIOException("the export could not be written: " + failed.getMessage(), failed);
        }
    }
}
