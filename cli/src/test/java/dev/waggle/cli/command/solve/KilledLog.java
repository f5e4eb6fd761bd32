package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import dev.waggle.journal.file.JournalReader;
import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;

/** Log folder of a solve as a kill leaves it: copied, cut, and its stored answers counted. */
final class KilledLog {

    /** Name of the file of entries in a folder. */
    static final String EVENTS = "events.jsonl";

    private KilledLog() {}

    /** Removes all lines of the log after these, and the mark that a writer leaves which is not killed. */
    static void cut(Path log, int lines) throws IOException {
        List<String> all = Files.readAllLines(log.resolve(EVENTS));
        Files.writeString(log.resolve(EVENTS), String.join("\n", all.subList(0, lines)) + "\n");
        Files.deleteIfExists(log.resolve("events.mark"));
    }

    /** Number of turns in the log, or stored beside it, or both. */
    static int answers(Path log) throws IOException {
        Set<String> answered = new HashSet<>();
        try (Stream<Path> files = Files.walk(log)) {
            for (Path file : files.filter(path -> path.endsWith(EVENTS)).toList()) {
                for (LogEntry entry : read(file)) {
                    String type = entry.signal().type().text();
                    if (type.equals("turn:taken") || type.equals("call:answered")) {
                        answered.add(call(entry));
                    }
                }
            }
        }
        return answered.size();
    }

    private static String call(LogEntry entry) {
        JsonValue data = ((Payload.Open) entry.signal().payload()).data();
        Map<String, JsonValue> fields = ((JsonValue.Obj) Objects.requireNonNull(data)).fields();
        return fields.get("by") + " " + fields.get("number");
    }

    static List<LogEntry> read(Path file) {
        List<LogEntry> entries = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(file)) {
            reader.forEach(entries::add);
        }
        return entries;
    }

    /** Copies a folder with its content; returns the copy. */
    static Path copy(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path there = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(there);
                } else {
                    Files.write(there, Files.readAllBytes(file));
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return to;
    }
}
