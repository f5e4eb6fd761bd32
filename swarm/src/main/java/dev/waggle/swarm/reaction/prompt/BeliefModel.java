package dev.waggle.swarm.reaction.prompt;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.identity.UnstatedConfidence;
import dev.waggle.swarm.reaction.reply.TextExcerpt;

/**
 * Model of the other agents in one solve: their stances, usual signal types, concerns and confidence. Only agents are
 * observed, never the runtime. Beyond the limit the least recently seen agent is removed. Owned by one participant.
 */
public final class BeliefModel {

    static final int MAX_OTHERS = 20;

    static final int MAX_CONCERNS = 5;

    /** At most this many stances are stored of one agent; the oldest is removed. */
    static final int MAX_STANCES = 50;

    /** At most this many characters of a concern. */
    static final int MAX_CONCERN = 150;

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

    /** One safe line for each agent with enough signals, by name. */
    public List<String> lines() {
        Map<String, String> lines = new TreeMap<>();
        others.forEach((id, other) -> {
            if (other.count >= ENOUGH) {
                lines.put(id, JsonLine.of(other.fields(id)));
            }
        });
        return List.copyOf(lines.values());
    }

    private static final class OtherAgent {

        private final Map<String, Stance> stances = new LinkedHashMap<>();
        private final Map<String, Integer> types = new LinkedHashMap<>();
        private final Deque<String> concerns = new ArrayDeque<>();
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
            switch (signal.payload()) {
                case Payload.Vote vote -> {
                    stances.put(vote.proposalId(), vote.stance());
                    if (stances.size() > MAX_STANCES) {
                        stances.remove(stances.keySet().iterator().next());
                    }
                }
                case Payload.Challenge challenge -> recordConcern(challenge.counterArgument());
                case Payload.Doubt doubt -> recordConcern(doubt.concern());
                case Payload.Task _, Payload.Discovery _, Payload.Proposal _, Payload.Conflict _, Payload.ConsensusReached _, Payload.Escalate _, Payload.SharedMemory _,Payload.ToolResult _,Payload.Open _ -> {
                    // // Only counted.
                }
            }
        }

        private void recordConcern(String words) {
            concerns.addLast(TextExcerpt.of(words, MAX_CONCERN));
            if (concerns.size() > MAX_CONCERNS) {
                concerns.removeFirst();
            }
        }

        JsonValue fields(String id) {
            JsonObjectBuilder fields = new JsonObjectBuilder().with("agent", id).with("mostly", mostFrequentType());
            Map<Stance, Long> votes = new EnumMap<>(Stance.class);
            stances.values().forEach(stance -> votes.merge(stance, 1L, Long::sum));
            votes.forEach((stance, number) -> fields.with(stance.name().toLowerCase(Locale.ROOT), (long) number));
            if (stated > 0) {
                fields.with("meanConfidence", Math.round(confidence * 100) / 100.0);
            }
            return fields.withPresent("latestConcern", concerns.peekLast()).json();
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
