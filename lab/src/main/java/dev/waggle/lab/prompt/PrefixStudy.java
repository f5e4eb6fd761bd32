package dev.waggle.lab.prompt;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import dev.waggle.lab.prompt.DebatingModel.RequestKey;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.harness.HarnessCodec;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.TokenEstimator;
import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolRegistry;
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
 * and the whole request counts, in the order tools, system prompt, messages. A table shows other shapes of solves.
 *
 * <pre>
 *   java -cp 'lab/target/dist/lib/*' dev.waggle.lab.prompt.PrefixStudy
 * </pre>
 */
public final class PrefixStudy {

    static final int ROUNDS = 4;

    /** Price of a cached token in relation to a fresh one, as most providers have it. */
    private static final double CACHED_PRICE = 0.1;

    private static final Instant SENT = Instant.parse("2026-03-01T12:00:00Z");
    private static final String BACKGROUND = "We run one PostgreSQL cluster for 40 tenants. ".repeat(12);

    private static final Map<String, Personality> TEAM = Map.of("analyst", Personality.ANALYTICAL, "creative",
            Personality.CREATIVE, "skeptic", Personality.BALANCED, "supporter", Personality.BALANCED, "planner",
            Personality.BOLD, "operator", Personality.BALANCED, "auditor", Personality.BALANCED);
    private static final List<String> SEATS = List.of("analyst", "creative", "skeptic", "supporter", "planner",
            "operator", "auditor");
    private static final Task TASK = new Task("Shard the database now or buy time?", BACKGROUND, null, null);

    private PrefixStudy() {}

    public static void main(String[] args) {
        System.out.println(measure(solve()).table());
        System.out.println("\n| solve | requests | input | share % | of an earlier round % | uncached | cost / input |"
                + "\n|---|---|---|---|---|---|---|");
        shapes().forEach(shape -> System.out.println(measure(solve(shape)).row(shape.name())));
    }

    /**
     * Shape of a solve.
     *
     * @param name its name in the table
     * @param agents number of agents
     * @param rounds number of rounds
     * @param task the question
     * @param mail number of items in the inbox of each agent
     * @param tools the tools of each agent
     * @param conflicts treatment of rival proposals
     */
    record StudyShape(String name, int agents, int rounds, Task task, int mail, ToolRegistry tools,
            ConflictResolution conflicts) {

        static StudyShape of(int agents, int rounds) {
            return new StudyShape(agents + " agents, " + rounds + " rounds", agents, rounds, TASK, 0,
                    ToolRegistry.of(List.of()), ConflictResolution.NONE);
        }

        StudyShape with(String newName, Task newTask) {
            return new StudyShape(newName, agents, rounds, newTask, mail, tools, conflicts);
        }
    }

    /** The shapes of the table. */
    static List<StudyShape> shapes() {
        StudyShape usual = StudyShape.of(5, ROUNDS);
        ToolRegistry tools = ToolRegistry.of(List.of(
                Tool.of("read_page", "Reads a page of the internal handbook and returns its text.",
                        Map.of("page", "the name of the page"), _ -> "an empty page"),
                Tool.of("query_metrics", "Returns a metric of the last days, one value for each hour.",
                        Map.of("metric", "the name of the metric", "days", "number of days"),
                        _ -> "no values")));
        return List.of(StudyShape.of(3, 2), StudyShape.of(3, ROUNDS), StudyShape.of(3, 8), StudyShape.of(5, 2), usual,
                StudyShape.of(5, 8), StudyShape.of(7, 2), StudyShape.of(7, ROUNDS), StudyShape.of(7, 8),
                usual.with("a German question", Task.of("Sollen wir die Datenbank jetzt aufteilen oder Zeit kaufen?")),
                usual.with("a document of 20,000 characters", new Task("Does the contract allow a second region?",
                        "Section 4.2 names the place of every copy and the notice period. ".repeat(300), null, null)),
                new StudyShape("10 items of mail for each agent", 5, ROUNDS, TASK, 10, usual.tools, usual.conflicts),
                new StudyShape("two tools", 5, ROUNDS, TASK, 0, tools, usual.conflicts),
                new StudyShape("debates", 5, ROUNDS, TASK, 0, usual.tools, ConflictResolution.DEBATE));
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

        String row(String name) {
            return String.format(Locale.ROOT, "| %s | %d | %,.0f | %.1f | %.1f | %,.0f | %.2f |", name, requests, input,
                    100 * share(), 100 * shareByRound(), uncached(), cost() / input);
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
        return solve(StudyShape.of(5, ROUNDS));
    }

    /** The requests of a solve of that shape. */
    static List<Map.Entry<RequestKey, HarnessInput>> solve(StudyShape shape) {
        List<String> seats = SEATS.subList(0, shape.agents());
        DebatingModel model = new DebatingModel(seats);
        List<Agent> team = seats.stream().<Agent>map(id -> agent(id, model, shape.tools())).toList();
        SwarmConfig config = SwarmConfig.of(team).withMath(MathConfig.off()).withWorld(World.system(7))
                .withInboxes(agent -> new StudyInbox(agent, shape.mail()))
                .withConsensus(ConsensusConfig.defaults().withThreshold(1)
                        .withConflictResolution(shape.conflicts()))
                .withLimits(Limits.defaults().withMaxRounds(shape.rounds()).withMaxSignals(1_000));
        try (Swarm swarm = new Swarm(config)) {
            SwarmResult result = swarm.solve(shape.task());
            if (!result.failures().isEmpty()) {
                throw new IllegalStateException("an agent failed: " + result.failures().getFirst());
            }
            return model.requests();
        }
    }

    private static Agent agent(String id, DebatingModel model, ToolRegistry tools) {
        return new ModelAgent(AgentProfile.of(id).withRole("the " + id + " of a team that runs a payment service"),
                model, ModelAgentConfig.defaults().without(ReactionStrategy.DEFER).withTools(tools)
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

    /** Inbox with that many items, delivered in the first turn. */
    private static final class StudyInbox implements Inbox {

        private final String agent;
        private final int items;
        private int delivered;

        StudyInbox(String agent, int items) {
            this.agent = agent;
            this.items = items;
        }

        @Override
        public List<InboxItem> drain(int limit) {
            List<InboxItem> taken = new ArrayList<>();
            while (delivered < items && taken.size() < limit) {
                delivered++;
                Signal signal = Signal.of(Draft.custom("incident:opened", Payload.Open.text("For " + agent
                        + ": volume " + delivered + " of the cluster passed 90 percent last night.")),
                        new Stamp("mail-" + agent + "-" + delivered, Source.named("monitor"), SENT, Scope.NONE));
                taken.add(new InboxItem(new LogEntry(delivered, SENT, Emission.by("monitor"), signal), List.of("**"),
                        false));
            }
            return taken;
        }

        @Override
        public void acknowledge(long sequence) {
            // Each item is delivered once.
        }

        @Override
        public boolean needsReaction() {
            return delivered < items;
        }
    }
}
