package dev.waggle.lab.prompt;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import dev.waggle.lab.prompt.DebatingModel.RequestKey;
import dev.waggle.signal.harness.HarnessCodec;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.TokenEstimator;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.reaction.Personality;
import dev.waggle.swarm.reaction.ReactionStrategy;

/**
 * Share of the input of a solve that an earlier request began with, byte for byte. Five agents talk for four rounds,
 * and the whole request counts, in the order tools, system prompt, messages.
 *
 * <pre>
 *   java -cp 'lab/target/dist/lib/*' dev.waggle.lab.prompt.PrefixStudy
 * </pre>
 */
public final class PrefixStudy {

    static final int ROUNDS = 4;

    /** Price of a cached token in relation to a fresh one, as most providers have it. */
    private static final double CACHED_PRICE = 0.1;

    private static final String BACKGROUND = "We run one PostgreSQL cluster for 40 tenants. ".repeat(12);

    private static final Map<String, Personality> TEAM = Map.of("analyst", Personality.ANALYTICAL, "creative",
            Personality.CREATIVE, "skeptic", Personality.BALANCED, "supporter", Personality.BALANCED, "planner",
            Personality.BOLD);
    private static final List<String> SEATS = List.of("analyst", "creative", "skeptic", "supporter", "planner");

    private PrefixStudy() {}

    public static void main(String[] args) {
        System.out.println(measure(solve()).table());
    }

    /**
     * Tokens of all requests of a solve.
     *
     * @param requests number of requests
     * @param input estimated tokens of all requests
     * @param cached those in a beginning that an earlier request has, of an earlier round or an earlier agent
     * @param cachedByRound those in a beginning that a request of an earlier round has
     */
    public record PrefixFigures(int requests, double input, double cached, double cachedByRound) {

        /** Share of the cached input, 0..1. */
        public double share() {
            return cached / input;
        }

        /** Share of the input that a request of an earlier round began with, 0..1. */
        public double shareByRound() {
            return cachedByRound / input;
        }

        /** Tokens that no earlier request began with. */
        public double uncached() {
            return input - cached;
        }

        /** Input with a cached token counted as 0.1. */
        public double cost() {
            return uncached() + CACHED_PRICE * cached;
        }

        /** Input with a token cached by an earlier round counted as 0.1. */
        public double costByRound() {
            return input - (1 - CACHED_PRICE) * cachedByRound;
        }

        String table() {
            return String.format(Locale.ROOT, """
                    requests %d, input %,.0f tokens
                    | earlier request | share %% | uncached | cost |
                    |---|---|---|---|
                    | of any agent | %.1f | %,.0f | %,.0f |
                    | of an earlier round | %.1f | %,.0f | %,.0f |""", requests, input, 100 * share(), uncached(),
                    cost(), 100 * shareByRound(), input - cachedByRound, costByRound());
        }
    }

    /** The requests of the solve, by round and agent. */
    static List<Map.Entry<RequestKey, HarnessInput>> solve() {
        DebatingModel model = new DebatingModel(SEATS);
        List<Agent> team = SEATS.stream().<Agent>map(id -> agent(id, model)).toList();
        SwarmConfig config = SwarmConfig.of(team).withMath(MathConfig.off()).withWorld(World.system(7))
                .withConsensus(ConsensusConfig.defaults().withThreshold(1)
                        .withConflictResolution(ConflictResolution.NONE))
                .withLimits(Limits.defaults().withMaxRounds(ROUNDS));
        try (Swarm swarm = new Swarm(config)) {
            SwarmResult result = swarm.solve(new Task("Shard the database now or buy time?", BACKGROUND, null, null));
            if (!result.failures().isEmpty()) {
                throw new IllegalStateException("an agent failed: " + result.failures().getFirst());
            }
            return model.requests();
        }
    }

    private static Agent agent(String id, DebatingModel model) {
        return new ModelAgent(AgentProfile.of(id).withRole("the " + id + " of a team that runs a payment service"),
                model, ModelAgentConfig.defaults().without(ReactionStrategy.DEFER)
                        .withPersonality(Objects.requireNonNull(TEAM.get(id))));
    }

    /** Measures the beginnings that requests share. */
    static PrefixFigures measure(List<Map.Entry<RequestKey, HarnessInput>> requests) {
        double input = 0;
        double cached = 0;
        double byRound = 0;
        List<String> texts = requests.stream().map(request -> text(request.getValue())).toList();
        for (int i = 0; i < texts.size(); i++) {
            int round = requests.get(i).getKey().round();
            int anyAgent = 0;
            int earlierRound = 0;
            for (int j = 0; j < i; j++) {
                int same = prefix(texts.get(i), texts.get(j));
                anyAgent = Math.max(anyAgent, same);
                if (requests.get(j).getKey().round() < round) {
                    earlierRound = Math.max(earlierRound, same);
                }
            }
            input += TokenEstimator.of(texts.get(i));
            cached += TokenEstimator.of(texts.get(i).substring(0, anyAgent));
            byRound += TokenEstimator.of(texts.get(i).substring(0, earlierRound));
        }
        return new PrefixFigures(requests.size(), input, cached, byRound);
    }

    /** A request as one text, in the order in which providers cache it. */
    private static String text(HarnessInput input) {
        List<String> parts = new ArrayList<>();
        input.tools().forEach(tool -> parts.add(JsonLine.of(HarnessCodec.encode(tool))));
        parts.add(String.valueOf(input.system()));
        for (Message message : input.messages()) {
            parts.add(message.role().wireName() + ": " + message.content());
        }
        return String.join("\n", parts);
    }

    private static int prefix(String one, String other) {
        int same = 0;
        int most = Math.min(one.length(), other.length());
        while (same < most && one.charAt(same) == other.charAt(same)) {
            same++;
        }
        return same;
    }
}
