package dev.waggle.setup.folder;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

import dev.waggle.journal.checkpoint.FileCheckpointStore;
import dev.waggle.journal.reputation.FileOutcomeLog;
import dev.waggle.journal.userfile.AtomicFile;
import dev.waggle.journal.userfile.AtomicFile.FileAccess;
import dev.waggle.journal.userfile.OutputTarget;
import dev.waggle.setup.team.SetupException;
import dev.waggle.signal.checkpoint.MemoryCheckpointStore;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.evaluation.OutcomeTracker;
import dev.waggle.swarm.evaluation.ReliabilityTracker;
import dev.waggle.swarm.evaluation.TrackedReliability;
import dev.waggle.swarm.reliability.ReliabilitySnapshots;
import dev.waggle.swarm.reliability.ReliabilitySource;

/**
 * The outcomes of a data folder, and what they have taught.
 *
 * <pre>
 *   DATA/outcomes/outcomes.jsonl    every outcome: the truth, only appended to
 *   DATA/outcomes/counts            counts of them, derived
 *   DATA/outcomes/weights.bin       learned weights, derived
 *   DATA/outcomes/first-answers.bin the same for solves that spare agents, derived
 * </pre>
 */
public final class OutcomeFolder {

    private static final String FOLDER = "outcomes";
    private static final String COUNTS = "counts";
    private static final String WEIGHTS = "weights.bin";
    private static final String FIRST_ANSWERS = "first-answers.bin";

    /** Beyond the largest state: 64 MB of pairs, and as much for everything else. */
    private static final long LARGEST_WEIGHTS = 256L << 20;

    private final OutcomeTracker outcomes;
    private final TrackedReliability learned;

    private OutcomeFolder(OutcomeTracker outcomes, TrackedReliability learned) {
        this.outcomes = outcomes;
        this.learned = learned;
    }

    /** True if that data folder has outcomes. */
    public static boolean isIn(Path data) {
        return Files.isRegularFile(data.resolve(FOLDER).resolve(FileOutcomeLog.NAME));
    }

    /** The configuration that decides by what the outcomes of a data folder have taught, if it has any. */
    public static SwarmConfig configure(SwarmConfig config, Path data) {
        if (!isIn(data)) {
            return config;
        }
        return config.withReliability(open(data, World.system()).learned);
    }

    /** Opens the outcomes of a data folder; the first outcome makes the folder. */
    public static OutcomeFolder open(Path data, World world) {
        Path folder = data.resolve(FOLDER);
        return checked(() -> {
            OutcomeTracker outcomes = OutcomeTracker.open(FileOutcomeLog.open(folder, world),
                    FileCheckpointStore.in(folder.resolve(COUNTS), world));
            return new OutcomeFolder(outcomes, new TrackedReliability(
                    new ReliabilityTracker(outcomes, new WeightsFile(folder.resolve(WEIGHTS))),
                    ReliabilityTracker.ofFirstAnswers(outcomes, new WeightsFile(folder.resolve(FIRST_ANSWERS)))));
        });
    }

    /**
     * Opens the outcomes of another data folder to read them; nothing is written there.
     *
     * @throws SetupException when it has none
     */
    public static OutcomeTracker read(Path data, World world) {
        if (!isIn(data)) {
            throw new SetupException("there are no outcomes in " + data,
                    "Name a data folder in which outcomes were told.");
        }
        return checked(() -> OutcomeTracker.open(FileOutcomeLog.open(data.resolve(FOLDER), world),
                new MemoryCheckpointStore(world)));
    }

    private static <T> T checked(Supplier<T> open) {
        try {
            return open.get();
        } catch (UncheckedIOException unreadable) {
            throw new SetupException(String.valueOf(unreadable.getMessage()),
                    "Mend that line, or move the file away and tell the outcomes again.");
        }
    }

    /** The outcomes, with the counts that they teach. */
    public OutcomeTracker outcomes() {
        return outcomes;
    }

    /** The weights that they teach, for solves; those of outcomes to come are among them as soon as they are told. */
    public ReliabilitySource learned() {
        return learned;
    }

    /** The weights that they teach. */
    public ReliabilityTracker reliability() {
        return learned.panels();
    }

    /** The weights that they teach for solves that spare agents. */
    public ReliabilityTracker firstAnswers() {
        return learned.firstAnswers();
    }

    /** Learns what was told since the last time, so that no solve has to. */
    public void refresh() {
        learned.panels().refresh();
        learned.firstAnswers().refresh();
    }

    /** Snapshot of weights in a file. It is derived, so a failure to write it costs time and nothing else. */
    private record WeightsFile(Path file) implements ReliabilitySnapshots {

        @Override
        public Optional<byte[]> load() {
            try {
                return Files.size(file) > LARGEST_WEIGHTS ? Optional.empty() : Optional.of(Files.readAllBytes(file));
            } catch (IOException noneOrUnreadable) { // Then all outcomes are learned again.
                return Optional.empty();
            }
        }

        @Override
        public void save(byte[] snapshot) {
            try {
                Files.createDirectories(file.getParent());
                try (AtomicFile whole = AtomicFile.open(OutputTarget.of(file), FileAccess.OWNER)) {
                    OutputStream out = whole.stream();
                    out.write(snapshot);
                    whole.commit();
                }
            } catch (IOException | UncheckedIOException unwritten) {
                return; // The outcomes have everything.
            }
        }
    }
}
