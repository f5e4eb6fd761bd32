package dev.waggle.cli.command.memory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

import dev.waggle.cli.journal.DataFolder;
import dev.waggle.cli.journal.RedactionView;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.journal.file.BadJournalException;
import dev.waggle.journal.redaction.JournalRedaction;
import dev.waggle.journal.redaction.RedactionReport;
import dev.waggle.journal.redaction.RedactionTarget;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.swarm.memory.ForgottenMemory;
import org.jspecify.annotations.Nullable;

/**
 * Redaction of forgotten memories in the rest of a data folder.
 *
 * @param data the data folder
 * @param report its result; {@code null} if it was skipped
 * @param skipped the reason for which it was skipped; {@code null} if it was not
 * @param signals ids of the signals that stated the memories
 */
record MemoryRedaction(Path data, @Nullable RedactionReport report, @Nullable String skipped, List<String> signals) {

    private static final RedactionReport NOTHING = new RedactionReport(List.of(), List.of(), List.of());

    MemoryRedaction {
        signals = List.copyOf(signals);
    }

    /**
     * Redacts the texts, the ids and the signals of these memories in one pass.
     *
     * @param memory the folder of the memories, which is left alone
     */
    static MemoryRedaction of(Path data, Path memory, Duration wait, List<ForgottenMemory> forgotten) {
        List<String> signals = forgotten.stream().flatMap(each -> each.signalIds().stream())
                .filter(id -> !id.isBlank()).distinct().toList();
        try {
            if (forgotten.isEmpty() || isAlone(data, memory)) {
                return new MemoryRedaction(data, NOTHING, null, signals);
            }
            OptionalLong server = DataFolder.server(data);
            if (server.isPresent()) {
                return new MemoryRedaction(data, null, data + " belongs to the server of process "
                        + server.getAsLong(), signals);
            }
            JournalRedaction redaction = JournalRedaction.of(data).without(memory).withLockWait(wait);
            return new MemoryRedaction(data, redacted(redaction, forgotten, signals), null, signals);
        } catch (IOException | UncheckedIOException refused) {
            return new MemoryRedaction(data, null, String.valueOf(refused.getMessage()), signals);
        }
    }

    /** An imported memory may name any signal, also one that cannot be redacted; then its text is redacted alone. */
    private static RedactionReport redacted(JournalRedaction redaction, List<ForgottenMemory> forgotten,
            List<String> signals) {
        List<RedactionTarget> targets = new ArrayList<>();
        forgotten.forEach(each -> targets.add(new RedactionTarget(null, each.texts(), List.of(each.id()))));
        List<RedactionTarget> all = new ArrayList<>(targets);
        signals.forEach(id -> all.add(RedactionTarget.ofSignal(id)));
        try {
            return redaction.redact(all);
        } catch (BadJournalException bookkeeping) {
            if (signals.isEmpty()) {
                throw bookkeeping;
            }
            return redaction.redact(targets);
        }
    }

    /** True if the data folder holds memories only. */
    private static boolean isAlone(Path data, Path memory) throws IOException {
        try (Stream<Path> files = Files.list(data)) {
            return files.allMatch(file -> file.getFileName().equals(memory.getFileName()));
        }
    }

    /** True if no file may hold a text still. */
    boolean isComplete() {
        return report != null && report.left().isEmpty();
    }

    void print(TerminalScreen screen) {
        if (report == null) {
            String reason = String.valueOf(skipped).lines().findFirst().orElse("");
            screen.warn(
                    TextStyle.printable("the memories are forgotten, but their texts may still stand in other files of "
                            + data + ": " + reason));
            screen.warn(TextStyle.printable(signals.isEmpty()
                    ? "forget them again with --wait next time, or --memory-only to leave the logs alone"
                    : "redact them later: waggle log redact " + data + " " + String.join(" ", signals)));
            return;
        }
        screen.out().println(report.isChanged()
                ? "redacted in " + RedactionView.counted(report.lines(), "line") + " of "
                        + RedactionView.counted(report.files().size(), "file") + " of "
                        + TextStyle.printable(data.toString())
                : "no other file of " + TextStyle.printable(data.toString()) + " was changed");
        RedactionView.print(report, data, screen);
    }

    /** Adds its fields to a summary. */
    JsonObjectBuilder onto(JsonObjectBuilder summary) {
        return report == null
                ? summary.withPresent("skipped", skipped).withTexts("signals", signals)
                : summary.with("lines", report.lines()).with("files", RedactionView.files(report))
                        .with("left", RedactionView.left(report.left()));
    }
}
