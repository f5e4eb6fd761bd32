package dev.waggle.journal.learning;

import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.learning.EvidenceJson;
import dev.waggle.signal.learning.LearningRecord;

/**
 * JSON codec of an agent's learning record, see {@link EvidenceJson} for its arms.
 *
 * <pre>
 *   {"agent":"critic","runs":["solve_1"],"arms":{}}
 * </pre>
 */
final class LearnedJson {

    private LearnedJson() {}

    static JsonValue of(String agentId, LearningRecord learned) {
        return new JsonObjectBuilder().with("agent", agentId)
                .withTexts("runs", learned.runs())
                .with("arms", EvidenceJson.of(learned.arms())).json();
    }

    /**
     * Reads the learning record of that agent.
     *
     * @throws IllegalArgumentException when this is something else, which the message describes
     */
    static LearningRecord read(String agentId, JsonValue json) {
        JsonObjectReader in = JsonObjectReader.root("learned", json);
        String agent = in.text("agent");
        if (!agent.equals(agentId)) {
            throw new IllegalArgumentException("it is what the agent " + JsonLine.quoted(agent) + " has learned");
        }
        LearningRecord learned = new LearningRecord(EvidenceJson.read(in.value("arms")), in.texts("runs"));
        in.rejectUnknownFields();
        return learned;
    }
}
