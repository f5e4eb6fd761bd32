package dev.waggle.cli.learning;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

import dev.waggle.cli.journal.JournalOpener;
import dev.waggle.cli.journal.RunReader;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.runlog.RunFacts;

/**
 * Reader of several runs of a journal. A few runs are found by the index of the journal. For many it is read once, and
 * the entries of a run are released at its end.
 */
final class RunEntryReader {

    /** Number of runs up to which the index is used; each then costs a reading of the active segment. */
    static final int FEW_RUNS = 16;

    private final Path journal;
    private final TerminalScreen screen;

    RunEntryReader(Path journal, TerminalScreen screen) {
        this.journal = journal;
        this.screen = screen;
    }

    /**
     * Does something with the entries of each of these runs, in any order. A run may come twice, with more entries the
     * second time. A run that the journal does not hold does not come.
     */
    void forEach(Set<String> runs, BiConsumer<String, List<LogEntry>> action) {
        JournalOpener.requireExisting(journal);
        if (runs.size() <= FEW_RUNS && Files.isDirectory(journal)) {
            runs.forEach(run -> readOne(run, action));
            return;
        }
        Map<String, List<LogEntry>> open = new HashMap<>();
        Set<String> ended = new HashSet<>();
        Set<String> continued = new HashSet<>();
        try (JournalReader reader = JournalOpener.open(journal)) {
            reader.forEach(entry -> {
                String run = entry.signal().scope().run();
                if (run == null || !runs.contains(run)) {
                    return;
                }
                if (ended.contains(run)) {
                    continued.add(run);
                    return;
                }
                open.computeIfAbsent(run, _ -> new ArrayList<>()).add(entry);
                if (entry.signal().type().equals(RunFacts.CLOSED)) {
                    ended.add(run);
                    action.accept(run, open.remove(run));
                }
            });
            JournalOpener.report(reader, screen);
        }
        runs.stream().filter(open::containsKey).forEach(run -> action.accept(run, open.get(run)));
        runs.stream().filter(continued::contains).forEach(run -> readOne(run, action));
    }

    private void readOne(String run, BiConsumer<String, List<LogEntry>> action) {
        List<LogEntry> entries = new RunReader(journal, screen).read(run).entries();
        if (!entries.isEmpty()) {
            action.accept(run, entries);
        }
    }
}
