package dev.waggle.cli.learning;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.cli.memory.MemoryFolder;
import dev.waggle.cli.terminal.ProgressBar;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.setup.MemorySettings;
import dev.waggle.setup.folder.OutcomeFolder;
import dev.waggle.swarm.evaluation.OutcomeRecord;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryOutcome;
import dev.waggle.swarm.memory.MemoryStore;
import dev.waggle.swarm.memory.StoredMemory;

/**
 * Judges the memories of runs by the outcomes of these runs: those of a wrong decision count half from then on. An outcome
 * that takes the place of another one does so for the memories, too.
 */
public final class MemoryJudge {

    private static final Duration DECAY = MemorySettings.DEFAULTS.decayEvery();

    private final Path data;
    private final TerminalScreen screen;

    /** Judges the memories of that data folder, if it has any. */
    public MemoryJudge(Path data, TerminalScreen screen) {
        this.data = data;
        this.screen = screen;
    }

    /** Judges the memories of one run. */
    public void judge(OutcomeRecord outcome) {
        judgeAll(Map.of(outcome.run(), outcome.judgement().verdict().ofMemories()));
    }

    /** Judges the memories of every run with an outcome. */
    public void judgeAll(OutcomeFolder outcomes) {
        if (MemoryFolder.isIn(data)) {
            Map<String, MemoryOutcome> told = new LinkedHashMap<>();
            var _ = outcomes.outcomes().standing(
                    outcome -> told.put(outcome.run(), outcome.judgement().verdict().ofMemories()));
            judgeAll(told);
        }
    }

    /** The outcomes are told already, so a memory that cannot be opened is a warning. */
    private void judgeAll(Map<String, MemoryOutcome> told) {
        if (!MemoryFolder.isIn(data)) {
            return;
        }
        try (MemoryFolder folder = MemoryFolder.open(data, DECAY, screen,
                "Mend it, and tell the outcome again.")) {
            int _ = folder.ask(store -> judged(store, told));
        } catch (UserException unusable) {
            screen.warn("the outcome is told, but " + unusable.getMessage() + " - " + unusable.remedy());
        }
    }

    /** Looks at all runs first, so that the index follows the log once. */
    private int judged(MemoryStore store, Map<String, MemoryOutcome> told) throws IOException, InterruptedException {
        Map<String, MemoryOutcome> changed = new LinkedHashMap<>();
        for (Map.Entry<String, MemoryOutcome> each : told.entrySet()) {
            if (isOther(store, each.getKey(), each.getValue())) {
                changed.put(each.getKey(), each.getValue());
            }
        }
        int done = 0;
        try (ProgressBar bar = ProgressBar.on(screen, "judging memories", changed.size())) {
            for (Map.Entry<String, MemoryOutcome> each : changed.entrySet()) {
                store.judge(each.getKey(), each.getValue());
                bar.at(++done);
            }
        }
        List<StoredMemory> _ = store.list(MemoryFilter.ALL, null, 1); // The index has all for the next command.
        return done;
    }

    /** True if the run has memories with another outcome; those of a run have the same one. */
    private static boolean isOther(MemoryStore store, String run, MemoryOutcome outcome)
            throws IOException, InterruptedException {
        return store.list(MemoryFilter.ALL.withRun(run), null, 1_000).stream()
                .anyMatch(memory -> memory.outcome() != outcome);
    }
}
