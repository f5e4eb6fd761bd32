package dev.waggle.spring.run;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.setup.folder.RunLogReader;
import dev.waggle.setup.folder.RunOpening;
import dev.waggle.signal.checkpoint.Checkpoint;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.memory.SharedMemory;

/**
 * Resumes solves of the application that a crash interrupted, or that wait for people. They go on with the agents and
 * rules that the application has now, which must be those that they began with. Thread-safe.
 */
public final class SolveResumption implements AutoCloseable {

    /** Key in the logged setup of a solve that names the program that began it. */
    public static final String PROGRAM_KEY = "command";

    /** Value of that key for a solve of an application. */
    public static final String PROGRAM = "application";

    private final Swarm swarm;
    private final SwarmConfig config;
    private final FileJournal log;
    /** Swarms of runs whose memory is not that of the application. */
    private final Set<Swarm> others = ConcurrentHashMap.newKeySet();
    private volatile boolean isClosed;

    /**
     * Resumes the runs of a log.
     *
     * @param config the configuration of the swarm
     */
    public SolveResumption(Swarm swarm, SwarmConfig config, FileJournal log) {
        this.swarm = swarm;
        this.config = config;
        this.log = log;
    }

    /** Ids of the runs of this application that have no end and do not run now, the oldest first. */
    public List<String> unfinished() {
        return RunLogReader.unfinished(log).stream().filter(SolveResumption::isOfApplication).map(RunOpening::run)
                .filter(this::isIdle).toList();
    }

    /**
     * Resumes a run and returns at its end. Answers in the log are not asked for again, nor are the answers that came
     * after the last entry. A run that still waits for people returns its result for now, and a finished run the one in
     * the log.
     *
     * @param run the id of the run, as {@code SwarmResult.solveId} has it
     * @throws IllegalArgumentException when the log does not hold it, another program began it, or the application has
     *         other agents or rules than it began with
     * @throws IllegalStateException when it is being solved, or the application ends
     */
    public SwarmResult resume(String run) {
        List<LogEntry> entries = log.entriesOf(Checkpoint.requireId(run));
        if (entries.isEmpty()) {
            throw new IllegalArgumentException("the log of waggle.data holds no run \"" + run
                    + "\"\nMaybe it is one of another data folder.");
        }
        RunOpening logged = RunOpening.of(run, entries);
        if (!isOfApplication(logged)) {
            throw new IllegalArgumentException("the run " + run + " was not begun by an application"
                    + "\nMaybe resume it with: waggle resume.");
        }
        SharedMemory usual = config.services().experience().memory();
        SharedMemory memory = RunLogReader.memoryOf(entries, usual);
        return memory.equals(usual)
                ? swarm.solveResumable(logged.task(), run)
                : resumeWith(config.withMemory(memory), logged);
    }

    private SwarmResult resumeWith(SwarmConfig own, RunOpening logged) {
        try (Swarm other = new Swarm(own)) {
            others.add(other);
            if (isClosed) {
                throw new IllegalStateException("the application ends, so that " + logged.run() + " is not resumed");
            }
            try {
                return other.solveResumable(logged.task(), logged.run());
            } finally {
                others.remove(other);
            }
        }
    }

    private static boolean isOfApplication(RunOpening logged) {
        return logged.setup().filter(setup -> setup instanceof JsonValue.Obj(var fields)
                && JsonValue.of(PROGRAM).equals(fields.get(PROGRAM_KEY))).isPresent();
    }

    private boolean isIdle(String run) {
        try (Journal.Claim _ = log.claim(run)) {
            return true;
        } catch (IllegalStateException running) {
            return false;
        }
    }

    /** Cancels the solves that it resumed; those of the swarm end with the swarm. */
    @Override
    public void close() {
        isClosed = true;
        others.forEach(Swarm::close);
    }
}
