package dev.waggle.lab.journal;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.LineCodec;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.journal.file.JournalVerification;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;

/**
 * Study of a long journal: the last 200 entries from cold, and a verification beside reading and parsing the same files.
 *
 * <pre>
 *   LongLog write FOLDER ENTRIES    makes the journal, about 280 bytes an entry, segments of 64 MiB, with a run
 *                                   solve_000000, solve_000001 ... for every thousand entries
 *   LongLog last FOLDER             the last 200, in the first moments of a process and then again
 *   LongLog verify FOLDER           three rounds of each, the order changing
 * </pre>
 */
public final class LongLog {

    private static final long SEGMENT = 64L * 1024 * 1024;
    private static final int LAST = 200;

    /** Entries of a run. */
    private static final int RUN = 1_000;

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private LongLog() {}

    /** Runs one part of the study. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[1]);
        switch (arguments[0]) {
            case "write" -> write(folder, Long.parseLong(arguments[2]));
            case "last" -> last(folder);
            case "verify" -> verify(folder);
            default -> throw new IllegalArgumentException("the first word must be write, last or verify, got "
                    + arguments[0]);
        }
    }

    private static void write(Path folder, long entries) throws IOException {
        Files.createDirectories(folder);
        byte[] body = new byte[0];
        Path active = folder.resolve("events.jsonl");
        for (long next = 1; next <= entries;) {
            long first = next;
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(active), 1 << 20)) {
                for (long bytes = 0; bytes < SEGMENT && next <= entries; next++) {
                    body = (next - 1) % RUN == 0 || body.length == 0 ? body((next - 1) / RUN) : body;
                    byte[] line = LineCodec.line(next, body);
                    out.write(line);
                    bytes += line.length;
                }
            }
            if (next <= entries) {
                Files.move(active, folder.resolve(String.format(Locale.ROOT, "events-%020d.jsonl", first)));
            }
        }
    }

    private static byte[] body(long run) {
        return LineCodec.body(signal(String.format(Locale.ROOT, "solve_%06d", run)), new Emission("ada", 3), START);
    }

    private static Signal signal(String run) {
        return Signal.of(
                Draft.of(new Payload.Vote("prop_01kabcdefgh", Payload.Stance.AGREE,
                        "It holds the load that was measured.", 0.8), 0.75),
                new Stamp("sig_01kabcdefghijklmnop", Source.agent("ada"), START, Scope.ofRun(run, 2)));
    }

    private static void last(Path folder) {
        for (int round = 0; round < 50; round++) {
            long start = System.nanoTime();
            int found;
            long newest;
            try (JournalReader reader = JournalReader.open(folder)) {
                List<LogEntry> entries = reader.select(JournalQuery.last(LAST));
                found = entries.size();
                newest = entries.getLast().sequence();
            }
            if (round < 5 || round % 10 == 9) {
                say("round %d: the last %d, up to %d, in %.2f ms", round + 1, found, newest,
                        (System.nanoTime() - start) / 1e6);
            }
        }
    }

    private static void verify(Path folder) throws IOException {
        for (int round = 0; round < 3; round++) {
            double parse = round % 2 == 0 ? parse(folder) : 0;
            long start = System.nanoTime();
            JournalVerification found = JournalVerification.of(folder, _ -> {
            });
            double verified = (System.nanoTime() - start) / 1e9;
            parse = parse == 0 ? parse(folder) : parse;
            say("%d entries, %d MB, %d damages: verified in %.2f s, read and parsed in %.2f s: %.2f times",
                    found.entries(), found.bytes() / 1_000_000, found.damages().size(), verified, parse,
                    verified / parse);
        }
    }

    /** Measures the baseline: every line read and parsed to a JSON value, nothing more. */
    private static double parse(Path folder) throws IOException {
        long start = System.nanoTime();
        long lines = 0;
        List<Path> files;
        try (var listed = Files.list(folder)) {
            files = listed.filter(file -> file.toString().endsWith(".jsonl")).sorted().toList();
        }
        for (Path file : files) {
            try (var in = Files.newBufferedReader(file)) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    var _ = JsonText.read(line);
                    lines++;
                }
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        if (lines == 0) {
            throw new IllegalArgumentException(folder + " holds no lines");
        }
        return seconds;
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
