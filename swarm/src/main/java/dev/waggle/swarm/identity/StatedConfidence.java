package dev.waggle.swarm.identity;

import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Confidence that the speaker of a signal stated. The confidence of a corrected signal is another one, and the stated
 * one is then among its extensions.
 */
public final class StatedConfidence {

    /** Key of the stated confidence among the extensions of a corrected signal. */
    public static final String KEY = "statedConfidence";

    private StatedConfidence() {}

    /** The stated confidence, 0..1; {@code null} if nobody stated one. */
    public static @Nullable Double of(Signal signal) {
        if (UnstatedConfidence.isMarked(signal)) {
            return null;
        }
        double stated = signal.extensions().get(KEY) instanceof JsonValue.Num number
                ? number.value().doubleValue()
                : signal.confidence();
        return stated >= 0 && stated <= 1 ? Double.valueOf(stated) : Double.valueOf(signal.confidence());
    }

    /** The stated confidence as the only kind of a list; empty if nobody stated one. */
    public static List<Double> kinds(Signal signal) {
        Double stated = of(signal);
        return stated == null ? List.of() : List.of(stated);
    }
}
