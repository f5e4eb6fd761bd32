package dev.waggle.swarm.runlog;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.consensus.ApprovalRule;

/** An approval rule as JSON: {@code {"requiredVoters": [id, ...], "vetoers": [id, ...]}}. */
public final class ApprovalJson {

    /** Key in {@code run:opened} of the approval rule; absent without a rule. */
    public static final String KEY = "approval";

    private static final String REQUIRED_VOTERS = "requiredVoters";
    private static final String VETOERS = "vetoers";

    private ApprovalJson() {}

    public static JsonValue of(ApprovalRule rule) {
        return new JsonObjectBuilder().withTexts(REQUIRED_VOTERS, rule.requiredVoters())
                .withTexts(VETOERS, rule.vetoers()).json();
    }

    /**
     * Rule of a run with that opening fact; none when the fact has no such key.
     *
     * @throws IllegalArgumentException when the value is not an object with two lists of ids
     */
    public static ApprovalRule read(JsonObjectReader opened) {
        JsonObjectReader fields = opened.optionalObject(KEY);
        if (fields == null) {
            return ApprovalRule.NONE;
        }
        ApprovalRule rule = fields.build(
                () -> new ApprovalRule(fields.texts(REQUIRED_VOTERS), fields.texts(VETOERS)));
        fields.rejectUnknownFields();
        return rule;
    }
}
