package dev.waggle.review.json;

import dev.waggle.review.replay.ReplayComparison;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/** Comparison of a run with its log as JSON. */
public final class ReplayJson {

    private ReplayJson() {}

    /** The verdict with its counts, and the reason unless all is equal. */
    public static JsonValue.Obj of(ReplayComparison verdict) {
        JsonObjectBuilder fields = new JsonObjectBuilder().with("run", verdict.run())
                .with("verdict", verdict.kind().wireName())
                .with("entries", verdict.entries())
                .with("equal", verdict.equal())
                .with("told", verdict.harnessEntries())
                .withPresent("why", verdict.isEqual() ? null : verdict.reason());
        if (verdict.redacted() > 0) {
            fields.with("redacted", verdict.redacted());
        }
        return verdict.damaged() > 0 ? fields.with("damaged", verdict.damaged()).json() : fields.json();
    }
}
