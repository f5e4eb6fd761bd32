package dev.waggle.cli;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.waggle.journal.file.JournalReader;
import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.log.LogEntry;

/**
 * Answers of a run that did not come to its log, because the solve was killed before it used them.
 *
 * @param folder where they are
 * @param count how many
 */
record AnswersAside(Path folder, int count) {

    private static final Set<String> ANSWERS = Set.of("turn:taken", "call:answered");

    /** What is kept beside that journal and not among those entries of the run. */
    static Optional<AnswersAside> of(Path journal, String run, List<LogEntry> entries) {
        for (Path beside : new Path[] {journal, journal.toAbsolutePath().getParent()}) {
            Path folder = beside == null ? null : KeptAside.folder(beside, run);
            if (folder != null && Files.isDirectory(folder)) {
                int count = missing(folder, entries);
                return count == 0 ? Optional.empty() : Optional.of(new AnswersAside(folder, count));
            }
        }
        return Optional.empty();
    }

    /** A sentence for who reads the log. */
    String note() {
        return count + (count == 1 ? " answer came" : " answers came") + " after the last entry of the log and "
                + (count == 1 ? "is" : "are") + " kept in " + folder + "; waggle resume goes on with "
                + (count == 1 ? "it" : "them");
    }

    private static int missing(Path folder, List<LogEntry> entries) {
        Set<String> kept = new HashSet<>();
        try (JournalReader reader = JournalReader.open(folder)) {
            reader.forEach(entry -> note(kept, entry.signal()));
        } catch (UncheckedIOException unreadable) {
            return 0;
        }
        Set<String> logged = new HashSet<>();
        entries.forEach(entry -> note(logged, entry.signal()));
        kept.removeAll(logged);
        return kept.size();
    }

    /** Whose answer it is, and the how manyth. */
    private static void note(Set<String> answers, Signal signal) {
        if (ANSWERS.contains(signal.type().text()) && signal.payload() instanceof Payload.Open open
                && open.data() instanceof JsonValue.Obj(var fields)) {
            answers.add(fields.get("by") + " " + fields.get("number"));
        }
    }
}
