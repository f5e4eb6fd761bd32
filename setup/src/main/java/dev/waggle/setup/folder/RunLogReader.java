package dev.waggle.setup.folder;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.SearchableJournal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.memory.MemoryPool;
import dev.waggle.swarm.memory.MemoryRules;
import dev.waggle.swarm.memory.SharedMemory;
import dev.waggle.swarm.runlog.RunFacts;
import dev.waggle.swarm.runlog.WorkFacts;

/** Reads the runs of a log that can be resumed. */
public final class RunLogReader {

    private static final Pattern FACTS = Pattern.of("run:*");
    private static final int PAGE = 4_096;

    private RunLogReader() {}

    /**
     * The beginnings of the runs without an end, in their order. A run whose beginning cannot be understood is omitted,
     * because it cannot be resumed.
     */
    public static List<RunOpening> unfinished(SearchableJournal log) {
        SequencedMap<String, LogEntry> open = new LinkedHashMap<>();
        JournalQuery query = JournalQuery.ALL.ofTypes(FACTS).withFirst(PAGE);
        List<LogEntry> page = log.select(query);
        while (!page.isEmpty()) {
            page.forEach(entry -> accept(entry, open));
            page = log.select(query.startingAt(page.getLast().sequence() + 1));
        }
        List<RunOpening> runs = new ArrayList<>();
        open.forEach((run, opened) -> {
            try {
                runs.add(RunOpening.of(run, List.of(opened)));
            } catch (IllegalArgumentException unreadable) {
                System.getLogger(RunLogReader.class.getName()).log(System.Logger.Level.DEBUG,
                        "the run " + run + " cannot be resumed", unreadable);
            }
        });
        return runs;
    }

    private static void accept(LogEntry entry, SequencedMap<String, LogEntry> open) {
        String run = entry.signal().scope().run();
        if (run == null || !entry.emission().by().equals(InfrastructureNames.ORCHESTRATOR)) {
            return;
        }
        if (entry.signal().type().equals(RunFacts.OPENED)) {
            open.putIfAbsent(run, entry);
        } else if (entry.signal().type().equals(RunFacts.CLOSED)) {
            open.remove(run);
        }
    }

    /**
     * The memory for the rest of a run. A run that has worked without a memory goes on without one. One that asked a
     * memory, where there is none now, goes on with a memory of its own.
     *
     * @param entries the entries of the run, in order
     * @param usual the memory of solves that begin now
     */
    public static SharedMemory memoryOf(List<LogEntry> entries, SharedMemory usual) {
        boolean hasAsked = entries.stream().anyMatch(entry -> WorkFacts.isWorkOf(InfrastructureNames.MEMORY, entry));
        if (!hasAsked) {
            return entries.stream().anyMatch(WorkFacts::isWorkFact) ? SharedMemory.NONE : usual;
        }
        return usual.equals(SharedMemory.NONE) ? new MemoryPool(MemoryRules.defaults(), World.system()) : usual;
    }
}
