package dev.waggle.journal.tape;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.tool.ToolRegistry;
import org.jspecify.annotations.Nullable;

/**
 * How the models and tools of one run are recorded or replayed: what stands before each of them. All that belongs to
 * one run goes through one of these, because each recorded call answers once.
 *
 * <pre>
 *   LIVE               the model itself
 *   RECORD             the model; its calls are kept in the file
 *   REPLAY             the tape; a request that is not on it fails, and says where it departs
 *   REPLAY_ELSE_LIVE   the tape, else the model; where there is a file, both are kept in it
 * </pre>
 *
 * <p>Thread-safe.
 */
public final class Taped {

    private final TapeMode mode;
    private final @Nullable Playhead playhead;
    private final @Nullable RecordingFile file;

    private Taped(TapeMode mode, @Nullable Playhead playhead, @Nullable RecordingFile file) {
        this.mode = mode;
        this.playhead = playhead;
        this.file = file;
    }

    /**
     * The models and tools of a run that is about to begin.
     *
     * @param tape what is replayed
     * @param file where calls are kept
     * @throws IllegalArgumentException when the mode lacks what it needs, or is given what it would not use
     */
    public static Taped of(TapeMode mode, @Nullable Tape tape, @Nullable RecordingFile file) {
        boolean replays = switch (mode) {
            case LIVE, RECORD -> false;
            case REPLAY, REPLAY_ELSE_LIVE -> true;
        };
        boolean records = switch (mode) {
            case RECORD -> true;
            case LIVE, REPLAY -> false;
            case REPLAY_ELSE_LIVE -> file != null;
        };
        require(replays, tape, mode, "a tape", "the recording that is to be replayed");
        require(records, file, mode, "a recording file", "the file that is to be written");
        return new Taped(mode, tape == null ? null : new Playhead(tape), file);
    }

    /** Everything live, nothing kept. */
    public static Taped live() {
        return new Taped(TapeMode.LIVE, null, null);
    }

    public TapeMode mode() {
        return mode;
    }

    /**
     * What is asked in place of that model.
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

    /** What is called in place of those tools. */
    public ToolRegistry tools(ToolRegistry live) {
        if (playhead == null) {
            return live;
        }
        return mode == TapeMode.REPLAY ? RecordedTools.only(playhead, live) : RecordedTools.elseLive(playhead, live);
    }

    /**
     * The tools that models were offered in the recording, for a replay where those are not at hand.
     *
     * @throws IllegalStateException when nothing is replayed
     */
    public ToolRegistry offeredTools() {
        if (playhead == null) {
            throw new IllegalStateException("mode " + mode.word() + " has no recording that could offer tools");
        }
        return RecordedTools.offered(playhead);
    }

    private static void require(boolean needed, @Nullable Object given, TapeMode mode, String what, String remedy) {
        if (needed && given == null) {
            throw new IllegalArgumentException(
                    "mode " + mode.word() + " needs " + what + ", there is none\nMaybe name " + remedy + '.');
        }
        if (!needed && given != null) {
            throw new IllegalArgumentException("mode " + mode.word() + " has no use for " + what);
        }
    }
}
