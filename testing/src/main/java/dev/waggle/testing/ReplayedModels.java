package dev.waggle.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import dev.waggle.journal.tape.CallTape;
import dev.waggle.journal.tape.RecordingFile;
import dev.waggle.journal.tape.TapeMode;
import dev.waggle.journal.tape.TapeSession;
import dev.waggle.signal.harness.ForwardingHarness;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Models and tools of one test with {@link ReplaySwarm}, recorded or replayed. A test wraps each model that it uses.
 * Its swarm gets the world of this object, because agents choose their questions by the seed of the recording.
 *
 * <p>One solve for each recording. Thread-safe.
 */
public final class ReplayedModels {

    private static final String UNWRAPPED = "\nMaybe wrap the model: ReplayedModels.harness(model).";

    private final Path file;
    private final World world;
    private final TapeSession models;
    /** Tools of a replay; a call that the recording does not hold comes to the tools behind it. */
    private final Optional<TapeSession> replayedTools;
    private final Optional<RecordingFile> recording;
    private final DepartureLog departures = new DepartureLog();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger failedCalls = new AtomicInteger();
    private final Set<String> runs = ConcurrentHashMap.newKeySet();
    private volatile boolean isWorldUsed;
    private boolean isEnded;

    private ReplayedModels(Path file, World world, TapeSession models, Optional<TapeSession> replayedTools,
            Optional<RecordingFile> recording) {
        this.file = file;
        this.world = world;
        this.models = models;
        this.replayedTools = replayedTools;
        this.recording = recording;
    }

    /**
     * Opens a recording as planned.
     *
     * @throws IllegalArgumentException when the file is no recording
     * @throws UncheckedIOException when it cannot be read or written
     */
    static ReplayedModels open(RecordingPlan plan) {
        return plan.isRecording() ? record(plan.file()) : replay(plan.file());
    }

    private static ReplayedModels replay(Path file) {
        CallTape tape = CallTape.read(file);
        World world = tape.seed().map(World::system).orElseGet(World::system);
        return new ReplayedModels(file, world, TapeSession.of(TapeMode.REPLAY, tape, null),
                Optional.of(TapeSession.of(TapeMode.REPLAY_ELSE_LIVE, tape, null)), Optional.empty());
    }

    private static ReplayedModels record(Path file) {
        World world = World.system();
        try {
            Files.createDirectories(Objects.requireNonNull(file.getParent(), "the file is absolute"));
        } catch (IOException failed) {
            throw new UncheckedIOException("there is no folder for " + file + ": " + failed.getMessage(), failed);
        }
        RecordingFile recording = RecordingFile.open(file, world, fault -> {
            // The end of the test reports it.
        });
        return new ReplayedModels(file, world, TapeSession.of(TapeMode.RECORD, null, recording), Optional.empty(),
                Optional.of(recording));
    }

    /**
     * Returns the model that a test uses in place of that one. In a replay it answers from the recording, and only the
     * name and the capabilities of the real one are read. So the real one needs no key and no network.
     *
     * @param live the real model, with its retries
     * @throws IllegalArgumentException when it is the result of an earlier call
     */
    public Harness harness(Harness live) {
        if (live instanceof WatchedHarness) {
            throw new IllegalArgumentException("the model of " + file + " is wrapped already"
                    + "\nMaybe models.harness(...) once, where the real model is made.");
        }
        return new WatchedHarness(models.harness(live));
    }

    /** Returns the tools that a test uses in place of those. A replay runs none of them. */
    public ToolRegistry tools(ToolRegistry live) {
        return replayedTools.map(session -> session.tools(departing(live))).orElse(live);
    }

    /** Returns the world for the swarm: real clocks, and the seed of the recording. */
    public World world() {
        isWorldUsed = true;
        return world;
    }

    /** True if models are called and recorded, false if the recording answers. */
    public boolean isRecording() {
        return recording.isPresent();
    }

    /** The file of the recording. */
    Path file() {
        return file;
    }

    /**
     * Ends the test. A replay fails with its first departure, which usually is the cause of the failure of the test. A
     * recording takes its name when the test passed, or when only the test failed and every call was answered.
     *
     * @param failure the failure of the test, if it failed
     * @throws AssertionError when the replay departed, or nothing was recorded or replayed
     */
    synchronized void end(@Nullable Throwable failure) {
        isEnded = true;
        AssertionError own = recording.isPresent() ? endRecording(recording.get(), failure) : endReplay(failure);
        if (own != null) {
            if (failure != null) {
                own.addSuppressed(failure);
            }
            throw own;
        }
    }

    /** Discards a recording that no test ended, as after a failed preparation. */
    synchronized void discard() {
        if (!isEnded) {
            isEnded = true;
            recording.ifPresent(this::discard);
        }
    }

    private @Nullable AssertionError endReplay(@Nullable Throwable failure) {
        Optional<String> departure = departures.first();
        if (departure.isPresent()) {
            return new AssertionError(file + ": " + departure.get() + (isWorldUsed
                    ? ""
                    : "\nMaybe the swarm has a seed of its own: SwarmConfig.withWorld(models.world()).")
                    + "\nMaybe record again: -D" + RecordingPlan.RECORD + "=true.");
        }
        return failure == null && calls.get() == 0
                ? new AssertionError("the test passed without a call of the recording " + file + UNWRAPPED)
                : null;
    }

    private @Nullable AssertionError endRecording(RecordingFile writing, @Nullable Throwable failure) {
        if (calls.get() == 0) {
            discard(writing);
            return failure == null
                    ? new AssertionError("the test passed without a call that could be recorded in " + file + UNWRAPPED)
                    : null;
        }
        if (runs.size() > 1) {
            discard(writing);
            return new AssertionError("the test recorded " + runs.size() + " solves, and a recording holds one: " + file
                    + "\nMaybe a test method for each solve. A nested swarm is one more, so test it by itself.");
        }
        if (failure != null && failedCalls.get() > 0) {
            discard(writing);
            return null;
        }
        try {
            writing.close();
            RuntimeException unreadable = readingFailure(part());
            if (unreadable != null) {
                discard(writing);
                return new AssertionError("the calls of the test cannot be replayed: " + unreadable.getMessage(),
                        unreadable);
            }
            publish(part());
            return null;
        } catch (UncheckedIOException | IOException unwritten) {
            return new AssertionError("the calls of the test were not recorded in " + file + ": "
                    + unwritten.getMessage(), unwritten);
        }
    }

    /** Reads the recorded calls as a replay would; returns the failure, or {@code null}. */
    private static @Nullable RuntimeException readingFailure(Path recorded) {
        try {
            CallTape.read(recorded);
            return null;
        } catch (IllegalArgumentException | UncheckedIOException unreadable) {
            return unreadable;
        }
    }

    /** Gives the recorded calls their name in one step, so that no reader sees half a file. */
    private void publish(Path part) throws IOException {
        try {
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException otherFolder) {
            throw new IOException("the calls are in " + part + ", which cannot take the name of the recording",
                    otherFolder);
        }
    }

    private void discard(RecordingFile writing) {
        try {
            writing.close();
            Files.deleteIfExists(part());
        } catch (UncheckedIOException | IOException left) {
            throw new IllegalStateException(part() + " was not deleted: " + left.getMessage(), left);
        }
    }

    private Path part() {
        return RecordingFile.part(file);
    }

    /** The same tools, which note each call as a departure and run nothing. */
    private ToolRegistry departing(ToolRegistry live) {
        List<Tool> tools = new ArrayList<>();
        live.definitions().forEach(definition -> tools.add(new DepartingTool(definition)));
        return ToolRegistry.of(tools);
    }

    /** Tool behind a recording: it is called when the recording holds no such call. */
    private final class DepartingTool implements Tool {

        private final ToolDefinition definition;

        DepartingTool(ToolDefinition definition) {
            this.definition = definition;
        }

        @Override
        public ToolDefinition definition() {
            return definition;
        }

        @Override
        public ToolOutcome call(ToolCaller caller, JsonValue input) {
            String message = "the replay departs from its recording at turn " + caller.invocation() + " of agent \""
                    + caller.agentId() + "\": the tool " + definition.name() + " was not called with this input";
            departures.add(new Emission(caller.agentId(), caller.invocation()), message);
            return new ToolOutcome.Failed(message);
        }
    }

    /** Harness that counts calls and solves, and notes departures. */
    private final class WatchedHarness extends ForwardingHarness {

        WatchedHarness(Harness inner) {
            super(inner);
        }

        @Override
        public HarnessOutput run(HarnessInput input, RunContext context)
                throws HarnessException, InterruptedException {
            calls.incrementAndGet();
            departures.beginTurn(context.caller().emission(), context.caller().scope().round());
            String run = context.caller().scope().run();
            if (run != null) {
                runs.add(run);
            }
            boolean isAnswered = false;
            try {
                HarnessOutput output = inner.run(input, context);
                isAnswered = true;
                return output;
            } catch (HarnessException failed) {
                if (failed.failure().kind() == HarnessFailure.Kind.DEPARTED) {
                    departures.add(context.caller().emission(), failed.failure().message());
                }
                throw failed;
            } finally {
                if (!isAnswered) {
                    failedCalls.incrementAndGet();
                }
            }
        }
    }
}
