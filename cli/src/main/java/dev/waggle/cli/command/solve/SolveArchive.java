package dev.waggle.cli.command.solve;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import dev.waggle.cli.journal.DataFolder;
import dev.waggle.cli.journal.SignalAccess;
import dev.waggle.cli.memory.SolveMemory;
import dev.waggle.cli.memory.SolveMemoryFactory;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.checkpoint.FileCheckpointStore;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.SearchableJournal;
import dev.waggle.journal.signals.SignalBroker;
import dev.waggle.setup.MemorySettings;
import dev.waggle.setup.folder.AnswerFolder;
import dev.waggle.setup.folder.OutcomeFolder;
import dev.waggle.signal.inbox.InboxProvider;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.metric.MetricSink;
import org.jspecify.annotations.Nullable;

/**
 * Storage of a solve: its log, the inboxes of its agents and its memory.
 *
 * <pre>
 *   nothing named       a log in memory, no inboxes
 *   --log FOLDER        that journal
 *   --data FOLDER       the log of that data folder, its inboxes and its memory
 *   both                that journal, and the inboxes and the memory of the data folder
 * </pre>
 */
final class SolveArchive implements AutoCloseable {

    private final Journal journal;
    private final @Nullable SignalBroker signals;
    private final @Nullable Path data;
    private final @Nullable AnswerFolder answers;
    private final @Nullable SolveMemory memory;
    private final boolean isShared;
    private boolean usesOutcomes = true;
    private MetricSink.GaugeRegistration gauge = () -> {
    };

    private SolveArchive(Journal journal, @Nullable SignalBroker signals, @Nullable Path log, @Nullable Path data,
            @Nullable SolveMemory memory, boolean isShared) {
        this.isShared = isShared;
        this.journal = journal;
        this.signals = signals;
        this.data = data;
        this.memory = memory;
        Path beside = log == null ? data : log;
        answers = beside == null ? null : new AnswerFolder(beside);
    }

    /** Opens the named folders; the agents are known to the data folder from then on. */
    static SolveArchive open(TerminalScreen screen, @Nullable Path log, @Nullable Path data, Duration lockWait,
            List<String> agents, MemorySettings settings) {
        refuseMixedUp(log, data);
        SolveMemory memory = SolveMemoryFactory.open(data, settings, screen);
        SignalBroker signals = opened(screen, data, lockWait, memory);
        try {
            if (signals != null) {
                agents.forEach(signals.inboxes()::registerAgent);
            }
            Journal journal = log != null
                    ? open(screen, log, lockWait)
                    : signals != null ? signals.log() : new MemoryJournal();
            return new SolveArchive(journal, signals, log, data, memory, false);
        } catch (RuntimeException | Error failed) {
            try (memory; signals) {
                throw failed;
            }
        }
    }

    /** Storage in an open data folder, which stays open. */
    static SolveArchive sharing(TerminalScreen screen, Path data, SignalBroker signals, List<String> agents,
            MemorySettings settings) {
        SolveMemory memory = SolveMemoryFactory.open(data, settings, screen);
        try {
            agents.forEach(signals.inboxes()::registerAgent);
            return new SolveArchive(signals.log(), signals, null, data, memory, true);
        } catch (RuntimeException | Error failed) {
            try (memory) {
                throw failed;
            }
        }
    }

    private static @Nullable SignalBroker opened(TerminalScreen screen, @Nullable Path data, Duration lockWait,
            @Nullable SolveMemory memory) {
        try {
            return data == null ? null : DataFolder.openForSolve(screen, data, lockWait);
        } catch (RuntimeException | Error failed) {
            try (memory) {
                throw failed;
            }
        }
    }

    /** The same, but votes are not weighed by outcomes. */
    SolveArchive withoutOutcomes() {
        usesOutcomes = false;
        return this;
    }

    /** Reads the depth of its own inboxes until it is closed. Those of a shared folder are read by its owner. */
    void observe(ProcessTelemetry telemetry) {
        if (signals != null && !isShared) {
            gauge = telemetry.observe(signals.inboxes());
        }
    }

    /** Entries of that solve in the log. */
    List<LogEntry> solve(String run) {
        return switch (journal) {
            case SearchableJournal searchable -> searchable.select(JournalQuery.ALL.ofRun(run));
            default -> journal.read(1, Integer.MAX_VALUE);
        };
    }

    /**
     * Writes to this log, reads these inboxes, remembers in the memory of the data folder, and weighs votes by its outcomes,
     * if it has any.
     */
    SwarmConfig configure(SwarmConfig config) {
        SwarmConfig stored = config.withJournal(journal).withInboxes(inboxes());
        SwarmConfig configured = memory == null ? stored : stored.withMemory(memory.shared());
        return data == null || !usesOutcomes ? configured : OutcomeFolder.configure(configured, data);
    }

    /**
     * Makes paid answers survive the end of the process: each is on the disk when it arrives. A data folder also lists
     * the active solves.
     */
    SwarmConfig withAnswers(SwarmConfig config) {
        SwarmConfig configured = answers == null ? config : config.withAnswers(answers);
        return data == null ? configured : configured.withCheckpoints(FileCheckpointStore.open(data, World.system()));
    }

    /** Deletes the answers of a solve with a complete log, which contains them. */
    void dropAnswers(String run) {
        if (answers != null) {
            answers.drop(run);
        }
    }

    /** Completes the memory after a solve, which may take a while. */
    void completeMemory() {
        if (memory != null) {
            memory.complete();
        }
    }

    /** Gives access to the signals of the data folder, if there is one. */
    void bind(SignalAccess access) {
        if (signals != null) {
            access.bind(signals);
        }
    }

    InboxProvider inboxes() {
        return signals == null ? InboxProvider.none() : signals.inboxes();
    }

    /** Closing the log of a data folder twice is harmless. */
    @Override
    public void close() {
        gauge.close();
        if (isShared) {
            try (memory; answers) {
                return;
            }
        }
        try (memory; journal; answers) {
            if (signals != null) {
                signals.close();
            }
        }
    }

    private static void refuseMixedUp(@Nullable Path log, @Nullable Path data) {
        if (log == null) {
            return;
        }
        if (DataFolder.isData(log)) {
            throw new UserException("--log " + log + " is a data folder, not the folder of a journal",
                    "Use --data " + log + ", or --log " + DataFolder.journalOf(log) + ".");
        }
        if (data != null && log.toAbsolutePath().normalize()
                .equals(DataFolder.journalOf(data).toAbsolutePath().normalize())) {
            throw new UserException("--log " + log + " is the log of --data " + data + " already", "Omit --log.");
        }
    }

    private static FileJournal open(TerminalScreen screen, Path log, Duration lockWait) {
        FileJournal journal = FileJournal.open(log, JournalConfig.defaults().withLockWait(lockWait), World.system());
        DataFolder.report(screen, journal);
        return journal;
    }
}
