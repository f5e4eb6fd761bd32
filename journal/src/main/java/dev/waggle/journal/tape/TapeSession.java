package dev.waggle.journal.tape;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.tool.ToolRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Recording or replay of the models and tools of one run, as wrappers of each of them. Everything of one run uses the
 * same session, because each recorded call answers once.
 *
 * <pre>
 *   LIVE               the model itself
 *   RECORD             the model; its calls are recorded in the file
 *   REPLAY             the tape; a request that is not on it fails, and names the difference
 *   REPLAY_ELSE_LIVE   the tape, else the model; where there is a file, both are recorded in it
 * </pre>
 *
 * <p>Thread-safe.
 */
public final class TapeSession {

    private static final String TAPE = "a tape";
    private static final String FILE = "a recording file";

    private final TapeMode mode;
    private final @Nullable TapePosition playhead;
    private final @Nullable RecordingFile file;

    private TapeSession(TapeMode mode, @Nullable TapePosition playhead, @Nullable RecordingFile file) {
        this.mode = mode;
        this.playhead = playhead;
        this.file = file;
    }

    /**
     * The models and tools of a run that is about to begin.
     *
     * @param tape the tape to replay
     * @param file the file for new calls
     * @throws IllegalArgumentException when the mode lacks an argument that it needs, or gets one that it would not use
     */
    public static TapeSession of(TapeMode mode, @Nullable CallTape tape, @Nullable RecordingFile file) {
        switch (mode) {
            case LIVE -> {
                requireNone(tape, mode, TAPE);
                requireNone(file, mode, FILE);
            }
            case RECORD -> {
                requireNone(tape, mode, TAPE);
                requireSome(file, mode, FILE, "the file that is to be written");
            }
            case REPLAY -> {
                requireSome(tape, mode, TAPE, "the recording that is to be replayed");
                requireNone(file, mode, FILE);
            }
            case REPLAY_ELSE_LIVE -> requireSome(tape, mode, TAPE, "the recording that is to be replayed");
        }
        return new TapeSession(mode, tape == null ? null : new TapePosition(tape), file);
    }

    /**
     * Harness in place of that model.
     *
     * @param live the model with its meter and its retries; in {@link TapeMode#REPLAY} only its name and its
     *        capabilities are asked for, so it needs no key
     */
    public Harness harness(Harness live) {
        Harness answering = playhead == null
                ? live
                : mode == TapeMode.REPLAY
                        ? ReplayHarness.only(playhead, live)
                        : ReplayHarness.elseLive(playhead, live);
        return file == null ? answering : new RecordingHarness(answering, file);
    }

    /** Tools in place of those. */
    public ToolRegistry tools(ToolRegistry live) {
        if (playhead == null) {
            return live;
        }
        return mode == TapeMode.REPLAY ? ReplayToolRegistry.only(playhead, live)
                : ReplayToolRegistry.elseLive(playhead, live);
    }

    /**
     * The tools offered to models in the recording, for a replay without them.
     *
     * @throws IllegalStateException when nothing is replayed
     */
    public ToolRegistry offeredTools() {
        if (playhead == null) {
            throw new IllegalStateException("mode " + mode.wireName() + " has no recording that could offer tools");
        }
        return ReplayToolRegistry.offered(playhead);
    }

    private static void requireSome(@Nullable Object given, TapeMode mode, String name, String remedy) {
        if (given == null) {
            throw new IllegalArgumentException(
                    "mode " + mode.wireName() + " needs " + name + ", there is none\nMaybe name " + remedy + '.');
        }
    }

    private static void requireNone(@Nullable Object given, TapeMode mode, String name) {
        if (given != null) {
            throw new IllegalArgumentException("mode " + mode.wireName() + " has no use for " + name);
        }
    }
}
