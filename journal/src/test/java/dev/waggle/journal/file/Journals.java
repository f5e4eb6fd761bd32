package dev.waggle.journal.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

import dev.waggle.journal.LineCodec;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.JournalContract;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/** Journals written for tests, without a writer: folders of segments. */
public final class Journals {

    public static final Instant START = JournalContract.START;

    private Journals() {}

    public static LogEntry entry(long sequence) {
        return entry(sequence, null, "run" + sequence / 100);
    }

    /** An entry of a thread and a run, recorded so many seconds after the start. */
    public static LogEntry entry(long sequence, @Nullable String thread, String run) {
        Signal signal = Signal.of(Draft.custom("build:step" + sequence % 3, Payload.Open.text("number " + sequence)),
                new Stamp("s" + sequence, new Source.System(), START, new Scope(null, thread, run, null, null)));
        return new LogEntry(sequence, START.plusSeconds(sequence), Emission.by("bus"), signal);
    }

    /** Segments of {@code each} entries, numbered from {@code first}; the last of them is the active one. */
    public static List<LogEntry> write(Path folder, long first, int segments, int each, LongFunction<LogEntry> maker)
            throws IOException {
        List<LogEntry> all = new ArrayList<>();
        Files.createDirectories(folder);
        for (int segment = 0; segment < segments; segment++) {
            long from = first + (long) segment * each;
            Path file = segment == segments - 1
                    ? folder.resolve(SegmentFile.ACTIVE)
                    : SegmentFile.sealed(folder, from).path();
            List<LogEntry> some = new ArrayList<>();
            for (long sequence = from; sequence < from + each; sequence++) {
                some.add(maker.apply(sequence));
            }
            write(file, some);
            all.addAll(some);
        }
        return all;
    }

    public static List<LogEntry> write(Path folder, int segments, int each) throws IOException {
        return write(folder, 1, segments, each, Journals::entry);
    }

    public static void write(Path file, List<LogEntry> entries) throws IOException {
        try (var out = new java.io.BufferedOutputStream(Files.newOutputStream(file))) {
            for (LogEntry entry : entries) {
                out.write(LineCodec.toLine(entry));
            }
        }
    }

    public static List<LogEntry> all(JournalReader reader) {
        List<LogEntry> all = new ArrayList<>();
        reader.forEach(all::add);
        return all;
    }
}
