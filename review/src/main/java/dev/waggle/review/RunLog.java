package dev.waggle.review;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.ReplyQuality;
import dev.waggle.swarm.agent.ReplyReading;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.identity.SignalNumbers;
import dev.waggle.swarm.identity.UnheardAgents;
import dev.waggle.swarm.reliability.SolveWeights;
import dev.waggle.swarm.runlog.InboxFacts;
import dev.waggle.swarm.runlog.LensFacts;
import dev.waggle.swarm.runlog.LifecycleFacts;
import dev.waggle.swarm.runlog.LoopVersion;
import dev.waggle.swarm.runlog.RunFacts;
import dev.waggle.swarm.runlog.WorkFacts;
import org.jspecify.annotations.Nullable;

/**
 * Entries of a run, sorted by kind in one pass: its rules, statements, decision, ending and call usage. Facts of the
 * runtime count only from the runtime. Unknown types are ignored.
 */
public final class RunLog {

    private static final SignalType HELD = LifecycleFacts.changed(LifecycleFacts.HELD);
    private static final SignalType SETTLING = LifecycleFacts.changed(LifecycleFacts.SETTLING);
    private static final Set<SignalType> FACTS = Set.of(RunFacts.OPENED, RunFacts.CLOSED, LensFacts.FOUND,
            RunFacts.FAILED, InboxFacts.READ, HELD, SETTLING);

    /** Types of facts about the members of the swarm, which are statements of the runtime too. */
    private static final Set<SignalType> MEMBERSHIP = Set.of(LifecycleFacts.AGENT_ACTIVATED,
            LifecycleFacts.EVOLUTION_SPAWNED);

    /** Types of facts with payments for calls. */
    private static final Set<SignalType> PAYMENTS = Set.of(WorkFacts.TURN, WorkFacts.PART, WorkFacts.LATE,
            WorkFacts.LOST);

    private final String run;
    private final List<LogEntry> statements = new ArrayList<>();
    private final List<ReplyReading> readings = new ArrayList<>();
    private final CallUsage spendings = new CallUsage();
    private final SignalNumbers numbers = new SignalNumbers();
    private @Nullable Signal opened;
    private @Nullable Signal closed;
    private @Nullable LogEntry task;
    private @Nullable LogEntry decision;
    private int entries;
    private int failures;
    private OptionalInt heldRound = OptionalInt.empty();
    private final Map<Integer, String> waits = new HashMap<>();
    private final Set<String> members = new LinkedHashSet<>();
    private final Set<String> activated = new HashSet<>();
    private final Set<String> heard = new HashSet<>();
    private Optional<SolveWeights> weights = Optional.empty();

    private RunLog(String run) {
        this.run = run;
    }

    /** Reads the entries of a run, in order. */
    public static RunLog of(String run, List<LogEntry> entries) {
        RunLog log = new RunLog(run);
        entries.stream().map(ImportedSource::entryOf).forEach(log::add);
        return log;
    }

    private void add(LogEntry entry) {
        entries++;
        Signal signal = entry.signal();
        if (RunFacts.isPublished(entry)) {
            numbers.add(signal);
        }
        if (signal.type().equals(WorkFacts.TURN) && isOfRuntime(entry)) {
            readings.addAll(readings(signal));
        }
        if (signal.type().equals(WorkFacts.PART) && isOfRuntime(entry)) {
            weights = weights.or(() -> weights(signal));
        }
        if (PAYMENTS.contains(signal.type()) && isOfRuntime(entry)) {
            spendings.recordPayments(signal);
        }
        if (MEMBERSHIP.contains(signal.type()) && isOfRuntime(entry)) {
            addMember(signal);
        }
        if (signal.type().profile() == Profile.HARNESS) {
            spendings.record(signal);
        } else if (signal.type().equals(WorkFacts.LOST)) {
            if (isOfRuntime(entry)) {
                spendings.recordLost(signal);
            }
        } else if (FACTS.contains(signal.type())) {
            if (isOfRuntime(entry)) {
                addFact(signal);
            }
        } else if (signal.payload() instanceof Payload.ConsensusReached) {
            decision = isOfRuntime(entry) ? entry : decision;
        } else if (!signal.source().equals(Source.named(SignalBus.SELF))) {
            task = task == null && signal.payload() instanceof Payload.Task ? entry : task;
            statements.add(entry);
            if (RunFacts.isPublished(entry) && signal.source() instanceof Source.Agent(String id)
                    && (ImportedSource.isImported(entry) || entry.emission().isOfAgent(id))) {
                heard.add(id);
            }
        }
    }

    private void addMember(Signal fact) {
        Set<String> group = fact.type().equals(LifecycleFacts.AGENT_ACTIVATED) ? activated : members;
        RunParameters.text(RunParameters.facts(fact), "agent").ifPresent(group::add);
    }

    private void addFact(Signal fact) {
        if (fact.type().equals(RunFacts.OPENED)) {
            opened = opened == null ? fact : opened;
            members.addAll(RunParameters.of(fact).agents());
        } else if (fact.type().equals(RunFacts.CLOSED)) {
            closed = fact;
        } else if (fact.type().equals(RunFacts.FAILED)) {
            failures++;
        } else if (fact.type().equals(HELD)) {
            heldRound = OptionalInt.of(round(fact));
        } else if (fact.type().equals(SETTLING)) {
            RunParameters.text(RunParameters.facts(fact), "newValue").ifPresent(why -> waits.put(round(fact), why));
        }
    }

    /** True if the runtime emitted an entry; an import is emitted by the importer, with any source. */
    public static boolean isOfRuntime(LogEntry entry) {
        String by = entry.emission().by();
        return by.equals(InfrastructureNames.ORCHESTRATOR)
                || (by.equals(Emission.IMPORTER)
                        && entry.signal().source().equals(Source.named(InfrastructureNames.ORCHESTRATOR)));
    }

    /** Round of a signal; 0 before the first round. */
    public static int round(Signal signal) {
        Integer round = signal.scope().round();
        return round == null ? 0 : round;
    }

    /** The id of the run. */
    public String run() {
        return run;
    }

    /** The signal that opened the run. */
    public Optional<Signal> opened() {
        return Optional.ofNullable(opened);
    }

    /** Type of its task; {@value Task#GENERAL} for a run that does not state one, or none that a task takes. */
    public String taskType() {
        return opened().flatMap(fact -> RunParameters.text(RunParameters.facts(fact), RunFacts.TASK_TYPE))
                .filter(type -> !type.isBlank() && type.length() <= Task.MAX_TYPE).orElse(Task.GENERAL);
    }

    /** Version of the loop; the first for a run that does not state it. */
    public LoopVersion loop() {
        return opened().map(RunParameters::of).orElseGet(RunParameters::unknown).loop();
    }

    /** Signals published by agents and by the runtime, in order. */
    public List<LogEntry> statements() {
        return statements;
    }

    /** Numbers of the published signals, and the names of proposals after them. */
    public SignalNumbers numbers() {
        return numbers;
    }

    /** The first task. */
    public Optional<LogEntry> task() {
        return Optional.ofNullable(task);
    }

    /** The last decision that the runtime wrote down. */
    public Optional<LogEntry> decision() {
        return Optional.ofNullable(decision);
    }

    /** The content of that decision. */
    public Optional<Payload.ConsensusReached> decided() {
        return decision().map(entry -> entry.signal().payload()).filter(Payload.ConsensusReached.class::isInstance)
                .map(Payload.ConsensusReached.class::cast);
    }

    /** The signal that closed the run. */
    public Optional<Signal> closed() {
        return Optional.ofNullable(closed);
    }

    /** True if the run ended, according to the log. */
    public boolean isClosed() {
        return closed != null;
    }

    /** The name of its ending. */
    public Optional<String> ending() {
        return RunParameters.text(closedFacts(), "ending");
    }

    /** True if it ended with a decision; empty when the log does not state it. */
    public Optional<Boolean> endedDecided() {
        return closedFacts().get("decided") instanceof JsonValue.Bool(boolean decided)
                ? Optional.of(decided)
                : Optional.empty();
    }

    /** Duration of the run, in milliseconds. */
    public Optional<Long> totalMs() {
        return RunParameters.number(closedFacts(), "totalMs");
    }

    /** Number of the last round: by the end of the run, else by its last published signal. */
    public int rounds() {
        long lastRound = statements.stream().mapToInt(entry -> round(entry.signal())).max().orElse(0);
        return Math.clamp(Math.max(lastRound, RunParameters.number(closedFacts(), "rounds").orElse(0L)), 0,
                Integer.MAX_VALUE);
    }

    /** Round in which the end was held for an objection, if there is one. */
    public OptionalInt heldRound() {
        return heldRound;
    }

    /** Reason for which the decision of that round waited until the votes settle, if it did. */
    public Optional<String> waitOf(int round) {
        return Optional.ofNullable(waits.get(round));
    }

    /** The weights that the strategy {@code learned} used; empty for another strategy, or when they cannot be read. */
    public Optional<SolveWeights> weights() {
        return weights;
    }

    private static Optional<SolveWeights> weights(Signal fact) {
        Map<String, JsonValue> facts = RunParameters.facts(fact);
        JsonValue answer = facts.get("answer");
        boolean isOfWeights = RunParameters.text(facts, "by").filter(InfrastructureNames.LEARNED_WEIGHTS::equals)
                .isPresent();
        try {
            return isOfWeights && answer != null ? Optional.of(SolveWeights.read(answer)) : Optional.empty();
        } catch (IllegalArgumentException unreadable) {
            return Optional.empty(); // A replay reports it.
        }
    }

    /** True if adaptive effort spared turns in it. */
    public boolean hasSparedTurns() {
        return closed != null && RunParameters.facts(closed).containsKey(RunFacts.SPARED);
    }

    /** Data that the creator of the swarm recorded at its opening, if any. */
    public Optional<JsonValue> setup() {
        return Optional.ofNullable(opened).map(fact -> RunParameters.facts(fact).get("setup"));
    }

    /** Usage of its model calls. */
    public CallUsage spendings() {
        return spendings;
    }

    /** Number of entries of the run. */
    public int entries() {
        return entries;
    }

    /** Counts of the replies of its models; none in a log of an earlier version. */
    public ReplyQuality replies() {
        return ReplyQuality.of(readings);
    }

    /** Readings of a turn; none where the fact cannot be read, which a replay reports. */
    private static List<ReplyReading> readings(Signal turn) {
        try {
            return WorkFacts.readings(turn);
        } catch (IllegalArgumentException unreadable) {
            return List.of();
        }
    }

    /** Number of agents without a published signal, and of those that had no turn. */
    public UnheardAgents unheard() {
        List<String> silent = members.stream().filter(agent -> !heard.contains(agent)).toList();
        int withoutTurn = (int) silent.stream().filter(agent -> !activated.contains(agent)).count();
        return new UnheardAgents(silent.size(), members.size(),
                activated.isEmpty() ? OptionalInt.empty() : OptionalInt.of(withoutTurn));
    }

    /** Number of failed turns. */
    public int failures() {
        return failures;
    }

    private Map<String, JsonValue> closedFacts() {
        return closed == null ? Map.of() : RunParameters.facts(closed);
    }
}
