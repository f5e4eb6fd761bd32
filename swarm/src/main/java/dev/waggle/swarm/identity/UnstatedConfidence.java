package dev.waggle.swarm.identity;

import java.util.Map;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonValue;

/**
 * Mark of a confidence that the speaker did not state. It counts {@value #VALUE} and is no evidence about the speaker:
 * calibration and learning omit it.
 */
public final class UnstatedConfidence {

    /** The confidence of a signal without a stated one: neither high nor low. */
    public static final double VALUE = 0.5;

    /** Key of the mark among the extensions of a signal. */
    public static final String KEY = "confidenceUnstated";

    /** A usual stated confidence. A vote with it is as much evidence as one without a stated confidence. */
    public static final double USUAL = 0.75;

    private UnstatedConfidence() {}

    /**
     * Worth of the confidence of a vote as evidence, 0..4/3: its ratio to the usual one, and 1 if nobody stated it.
     * So who says nothing of its confidence counts like the average.
     */
    public static double evidenceOf(Signal signal) {
        return isMarked(signal) ? 1 : signal.confidence() / USUAL;
    }

    /** The draft with the mark. */
    public static Draft mark(Draft draft) {
        return draft.withExtension(KEY, JsonValue.of(true));
    }

    /** True if nobody stated the confidence of that signal. */
    public static boolean isMarked(Signal signal) {
        return isMarked(signal.extensions());
    }

    /** True if nobody stated the confidence of that draft. */
    public static boolean isMarked(Draft draft) {
        return isMarked(draft.extensions());
    }

    private static boolean isMarked(Map<String, JsonValue> extensions) {
        return extensions.get(KEY) instanceof JsonValue.Bool mark && mark.value();
    }
}
