package dev.waggle.swarm.reliability;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/**
 * Codec between {@link LearnedWeights} and JSON, as the log of a solve has them.
 *
 * <pre>
 *   version    of the state
 *   outcomes   that it had learned, at least 0
 *   category   the kind of task; absent if none is known
 *   common     the weight of each part of all agents in common, in nats, by name
 *   answers    the weight of each shared answer, in nats, by answer; absent without any
 *   agents     by id: outcomes, vote, debateVote, confidences, usual and category
 * </pre>
 */
public final class LearnedWeightsJson {

    /** Maximum number of agents. */
    public static final int MAX_AGENTS = 10_000;

    private static final String VERSION = "version";
    private static final String OUTCOMES = "outcomes";
    private static final String CATEGORY = "category";
    private static final String COMMON = "common";
    private static final String ANSWERS = "answers";
    private static final String AGENTS = "agents";
    private static final String VOTE = "vote";
    private static final String DEBATE_VOTE = "debateVote";
    private static final String CONFIDENCES = "confidences";
    private static final String USUAL = "usual";

    private static final Set<String> PARTS = IntStream
            .concat(IntStream.range(ModelTerm.AGENT, ModelTerm.CATEGORY),
                    IntStream.rangeClosed(ModelTerm.COUNT, ModelTerm.UNANIMOUS))
            .mapToObj(TermNames::name).collect(Collectors.toUnmodifiableSet());

    private LearnedWeightsJson() {}

    /**
     * The weights as JSON.
     *
     * @throws IllegalArgumentException when a weight is not finite, or there are more than {@value #MAX_AGENTS} agents
     */
    public static JsonValue of(LearnedWeights weights) {
        requireFew(weights.agents().size());
        JsonObjectBuilder agents = new JsonObjectBuilder();
        weights.agents().forEach((agent, own) -> agents.with(agent, agent(own)));
        return new JsonObjectBuilder().with(VERSION, weights.version()).with(OUTCOMES, weights.outcomes())
                .withPresent(CATEGORY, weights.category().isEmpty() ? null : weights.category())
                .with(COMMON, numbers(weights.common()))
                .withPresent(ANSWERS, weights.answers().isEmpty() ? null : numbers(weights.answers()))
                .with(AGENTS, agents.json()).json();
    }

    private static JsonValue agent(LearnedWeights.AgentWeight own) {
        return new JsonObjectBuilder().with(OUTCOMES, own.outcomes()).with(VOTE, own.vote())
                .with(DEBATE_VOTE, own.debateVote()).with(CONFIDENCES, numbers(own.confidences()))
                .with(USUAL, numbers(own.usual())).with(CATEGORY, own.category()).json();
    }

    private static JsonValue numbers(Map<String, Double> numbers) {
        JsonObjectBuilder fields = new JsonObjectBuilder();
        numbers.forEach((name, number) -> fields.with(name, number.doubleValue()));
        return fields.json();
    }

    private static List<JsonValue> numbers(List<Double> numbers) {
        return numbers.stream().<JsonValue>map(JsonValue::of).toList();
    }

    /**
     * Reads the output of {@link #of}.
     *
     * @throws IllegalArgumentException when it is something else; the message begins with the path of the field
     */
    public static LearnedWeights read(JsonValue json) {
        JsonObjectReader fields = JsonObjectReader.root("learned weights", json);
        String version = fields.visibleText(VERSION);
        long outcomes = outcomes(fields);
        String category = fields.has(CATEGORY) ? fields.visibleText(CATEGORY) : "";
        Map<String, Double> common = numbers(fields.object(COMMON));
        if (!PARTS.containsAll(common.keySet())) {
            throw fields.invalid(COMMON, "an object with the names of parts");
        }
        JsonObjectReader answers = fields.optionalObject(ANSWERS);
        JsonObjectReader agents = fields.object(AGENTS);
        requireFew(agents.names().size());
        Map<String, LearnedWeights.AgentWeight> known = new LinkedHashMap<>();
        agents.names().forEach(agent -> known.put(agent, agent(agents.object(agent))));
        fields.rejectUnknownFields();
        return new LearnedWeights(version, outcomes, category, common, answers == null ? Map.of() : numbers(answers),
                known);
    }

    private static LearnedWeights.AgentWeight agent(JsonObjectReader fields) {
        LearnedWeights.AgentWeight own = new LearnedWeights.AgentWeight(outcomes(fields), fields.number(VOTE),
                fields.number(DEBATE_VOTE), kinds(fields, CONFIDENCES), kinds(fields, USUAL), fields.number(CATEGORY));
        fields.rejectUnknownFields();
        return own;
    }

    private static List<Double> kinds(JsonObjectReader fields, String name) {
        List<Double> kinds = fields.numbers(name);
        if (kinds.size() > CaseBallot.MAX_CONFIDENCES) {
            throw fields.invalid(name, "an array of at most " + CaseBallot.MAX_CONFIDENCES + " numbers");
        }
        return kinds;
    }

    private static long outcomes(JsonObjectReader fields) {
        long outcomes = fields.integer(OUTCOMES);
        if (outcomes < 0) {
            throw fields.invalid(OUTCOMES, "a whole number of at least 0");
        }
        return outcomes;
    }

    private static Map<String, Double> numbers(JsonObjectReader fields) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        fields.names().forEach(name -> numbers.put(name, fields.number(name)));
        return numbers;
    }

    private static void requireFew(int agents) {
        if (agents > MAX_AGENTS) {
            throw new IllegalArgumentException("weights must be of at most " + MAX_AGENTS + " agents, got " + agents);
        }
    }
}
