package dev.waggle.swarm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.call.CallOutcome;
import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.StrategyCatalog;
import dev.waggle.swarm.engine.record.OpeningFacts;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.data.LensThresholds;
import dev.waggle.swarm.memory.SharedMemory;
import dev.waggle.swarm.runlog.FactBody;
import dev.waggle.swarm.runlog.ProfileJson;
import dev.waggle.swarm.runlog.RunFacts;
import dev.waggle.swarm.runlog.WorkFacts;
import org.jspecify.annotations.Nullable;

/**
 * Start and end of a run, as its log records them.
 *
 * @param run the solve
 * @param task its question
 * @param setup data recorded by the creator of the swarm, see {@link SwarmConfig#withSetup}
 * @param config the rules in the log, with agents and a memory that know no answer: enough to replay a run that is in
 *         the log from start to end. It has a memory if the run asked one. Budget and prices are the defaults, and so is
 *         the steering but for its effort
 * @param isClosed whether the run ended
 */
public record LoggedRun(String run, Task task, Optional<JsonValue> setup, SwarmConfig config, boolean isClosed) {

    /**
     * Reads a run from its log.
     *
     * @param entries the entries of the run, in order
     * @throws IllegalArgumentException when it does not begin as a run does, or its version recorded less than a
     *        replay needs
     */
    public static LoggedRun of(String run, List<LogEntry> entries) {
        Signal first = entries.isEmpty() ? null : entries.getFirst().signal();
        if (first == null || !first.type().equals(RunFacts.OPENED)) {
            throw new IllegalArgumentException("the log of " + run + " does not begin with " + RunFacts.OPENED
                    + "\nMaybe its beginning was compacted away, or it is the id of something else.");
        }
        JsonObjectReader opened = FactBody.of(first);
        boolean isOld = !opened.has("profiles") || !opened.has("conflictResolution");
        if (isOld) {
            throw new IllegalArgumentException("the run " + run + " is of a version that did not note what was answered"
                    + "\nMaybe waggle log verify and waggle explain: they can read it.");
        }
        try {
            return new LoggedRun(run, task(opened), Optional.ofNullable(opened.optional(OpeningFacts.SETUP)),
                    entries.stream().anyMatch(LoggedRun::isOfMemory)
                            ? config(opened).withMemory(new SilentMemory())
                            : config(opened),
                    entries.stream().anyMatch(entry -> entry.signal().type().equals(RunFacts.CLOSED)));
        } catch (RuntimeException refused) {
            throw new IllegalArgumentException("the beginning of " + run + " cannot be understood: "
                    + CallOutcome.Failed.describe(refused) + "\nMaybe it is of another version.", refused);
        }
    }

    /** The question that a run answers, by its first fact. */
    public static Task task(JsonObjectReader opened) {
        return opened.build(() -> {
            Task task = new Task(opened.text("task"), opened.optionalText("context"), opened.optionalText("title"),
                    opened.optionalText("taskId"));
            String type = opened.optionalText(RunFacts.TASK_TYPE);
            return type == null ? task : task.withType(type);
        });
    }

    private static SwarmConfig config(JsonObjectReader opened) {
        List<Agent> agents = new ArrayList<>();
        for (JsonObjectReader agent : opened.objects("profiles")) {
            agents.add(placeholderAgent(ProfileJson.read(agent)));
        }
        ConsensusConfig consensus = ConsensusConfig.defaults()
                .withStrategy(StrategyCatalog.named(opened.text("strategy")))
                .withThreshold(opened.number("threshold")).withMinVoters(opened.int32("minVoters"))
                .withBallots(BallotRule.of(opened.text("ballots"))).withMaxWeight(opened.number("maxWeight"))
                .withConflictResolution(ConflictResolution.of(opened.text("conflictResolution")))
                .withMaxDebateRounds(opened.int32("maxDebateRounds"))
                .withApproval(approval(opened.optionalObject("approval")))
                .withThresholdConfidence(OpeningFacts.thresholdConfidence(opened))
                .withSettleRounds(OpeningFacts.settleRounds(opened));
        Limits limits = new Limits(opened.int32("maxRounds"), opened.int32("maxSignals"),
                Duration.ofMillis(opened.integer("timeoutMs")));
        SteeringConfig steering = SteeringConfig.defaults().withEffort(OpeningFacts.effort(opened));
        return SwarmConfig.of(agents).withConsensus(consensus).withMath(math(opened)).withLimits(limits)
                .withSteering(steering);
    }

    private static ApprovalRule approval(@Nullable JsonObjectReader rule) {
        return rule == null ? ApprovalRule.NONE : ApprovalRule.of(rule);
    }

    private static MathConfig math(JsonObjectReader opened) {
        List<Lens<?>> lenses = new ArrayList<>();
        opened.texts("lenses").forEach(name -> lenses.add(LensCatalog.named(name)));
        JsonObjectReader at = opened.object("thresholds");
        MathConfig math = new MathConfig(lenses, new LensThresholds(at.number("entropy"),
                at.number("minInformationGain"), at.number("redundancy"), at.number("dependence")),
                opened.constant("mathematics", MathConfig.MathRole.values()));
        return opened.has(RunFacts.STOPS)
                ? math.withStops(MathStopReason.of(opened.texts(RunFacts.STOPS)))
                : math.withAllStops();
    }

    /** True for the result of a call of a memory. */
    private static boolean isOfMemory(LogEntry entry) {
        return WorkFacts.isWorkOf(InfrastructureNames.MEMORY, entry);
    }

    /** Every answer of it is in the log. It remembers nothing more, so that a resumed solve needs no other memory. */
    private static final class SilentMemory implements SharedMemory {

        @Override
        public List<RecalledMemory> recall(String question, int atMost) {
            return List.of();
        }

        @Override
        public String store(MemoryNote note) {
            return "nothing";
        }

        @Override
        public void reinforce(String memoryId, String agentId) {}

        @Override
        public int decay() {
            return 0;
        }
    }

    /** Every answer of it is in the log. */
    private static Agent placeholderAgent(AgentProfile profile) {
        return Agent.of(profile, turn -> {
            throw new IllegalStateException("the log has no answer of " + profile.id());
        });
    }
}
