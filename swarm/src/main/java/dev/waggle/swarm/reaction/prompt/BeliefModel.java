package dev.waggle.swarm.reaction.prompt;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.identity.UnstatedConfidence;
import dev.waggle.swarm.reaction.reply.SignalReferences;
import org.jspecify.annotations.Nullable;

/**
 * Model of the other agents in one solve: their usual signal types, latest concern and confidence. Their votes stand
 * beside the proposals of a prompt. Only agents are observed, never the runtime. Beyond the limit the least recently
 * seen agent is removed. Owned by one participant.
 */
public final class BeliefModel {

    static final int MAX_OTHERS = 20;

    /** Signals of an agent before it is described; one shows no habit. */
    private static final int ENOUGH = 2;

    private final String own;
    private final Map<String, OtherAgent> others = new LinkedHashMap<>(16, 0.75f, true);

    /** A model of the others for this agent. */
    public BeliefModel(String own) {
        this.own = own;
    }

    public void observe(Signal signal) {
        if (signal.source() instanceof Source.Agent agent && !agent.id().equals(own)) {
            others.computeIfAbsent(agent.id(), _ -> new OtherAgent()).observe(signal);
            if (others.size() > MAX_OTHERS) {
                others.remove(others.keySet().iterator().next());
            }
        }
    }

    /** Ids of the stored agents, the least recently seen first. */
    List<String> known() {
        return List.copyOf(others.keySet());
    }

    /** One safe line for each agent with enough signals, by name. Its latest concern is named, as the log has it. */
    public List<String> lines(SignalReferences references) {
        Map<String, String> lines = new TreeMap<>();
        others.forEach((id, other) -> {
            if (other.count >= ENOUGH) {
                lines.put(id, JsonLine.of(other.fields(id, references)));
            }
        });
        return List.copyOf(lines.values());
    }

    private static final class OtherAgent {

        private final Map<String, Integer> types = new LinkedHashMap<>();
        private @Nullable String latestConcern;
        private double confidence;
        private int stated;
        private int count;

        void observe(Signal signal) {
            count++;
            if (!UnstatedConfidence.isMarked(signal)) {
                stated++;
                confidence += (signal.confidence() - confidence) / stated;
            }
            types.merge(signal.type().text(), 1, Integer::sum);
            if (signal.payload() instanceof Payload.Challenge || signal.payload() instanceof Payload.Doubt) {
                latestConcern = signal.id();
            }
        }

        JsonValue fields(String id, SignalReferences references) {
            JsonObjectBuilder fields = new JsonObjectBuilder().with("agent", id).with("mostly", mostFrequentType());
            if (stated > 0) {
                fields.with("meanConfidence", Math.round(confidence * 100) / 100.0);
            }
            return fields.withPresent("latestConcern", references.nameOf(latestConcern)).json();
        }

        /** Most frequent type of the agent; of equals the first one used. */
        private String mostFrequentType() {
            String most = "";
            int times = 0;
            for (Map.Entry<String, Integer> type : types.entrySet()) {
                if (type.getValue() > times) {
                    times = type.getValue();
                    most = type.getKey();
                }
            }
            return most;
        }
    }
}
