package dev.waggle.swarm.solve;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.bus.BusConfig;
import dev.waggle.signal.bus.Receipt;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Briefing;
import dev.waggle.swarm.agent.HistoryView;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Task;
import dev.waggle.swarm.consensus.ConsensusEngine;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.Deliberation;
import dev.waggle.swarm.solve.Call.Answered;
import dev.waggle.swarm.solve.Call.Failed;
import dev.waggle.swarm.solve.Call.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Where a solve takes place: seats, bus, log and the state of the round. Owned by the thread of the solve and thrown
 * away with it; only {@code cancelled} is shared.
 */
final class Floor implements AutoCloseable {

    /** Who speaks for the runtime. */
    static final String ORCHESTRATOR = "orchestrator";

    /** The default lifetime of signals is this many times the time limit, so that nothing expires during a solve. */
    private static final int TTL_FACTOR = 2;

    private final SwarmConfig config;
    private final Task task;
    private final String run;
    private final World world;
    private final World chance;
    private final Announcer events;
    private final CompletableFuture<Void> cancelled;
    private final Journal journal;
    private final SignalBus bus;
    private final ConsensusEngine engine;
    private final Deliberation deliberation;

    private final List<Seat> seats = new ArrayList<>();
    private final List<Spoken> spoken = new ArrayList<>();
    private final List<Signal> log = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();
    private final Map<String, List<Signal>> saidBy = new HashMap<>();
    private final List<Refusal> refusals = new ArrayList<>();
    private final List<AgentFailure> failures = new ArrayList<>();

    private final long startNanos;
    private Instant now;
    private int round;
    private int signalsThisRound;
    private int countedSignals;
    private @Nullable Ending ending;
    private @Nullable ConsensusResult consensus;

    Floor(SwarmConfig config, Task task, String run, World world, Consumer<SwarmEvent> onlooker,
            CompletableFuture<Void> cancelled) {
        this.config = config;
        this.task = task;
        this.run = run;
        this.world = world;
        chance = config.world().fork("task " + task.text());
        this.cancelled = cancelled;
        events = new Announcer(onlooker);
        journal = config.journals().journalOf(run);
        engine = new ConsensusEngine(config.consensus().withMaxWeight(config.heaviestVote()));
        Map<String, Double> weights = new HashMap<>();
        config.agents().forEach(agent -> weights.put(agent.profile().id(), agent.profile().weight()));
        deliberation = new Deliberation(config.consensus().maxWeight(), agent -> weights.getOrDefault(agent, 1.0));
        bus = new SignalBus(world, busConfig(config), journal, events);
        startNanos = world.nanos();
        now = world.now();
    }

    void open() {
        journal.append(RunFacts.opened(fact(), run, task, config), Emission.by(ORCHESTRATOR), now);
        for (Agent agent : config.agents()) {
            AgentProfile profile = agent.profile();
            Seat seat = new Seat(profile, join(agent));
            seats.add(seat);
            bus.subscribe(seat.id(), profile.listens(), seat::hear);
        }
        readClock();
        events.announce(new SwarmEvent.SolveStarted(run, task));
        Draft question = Draft.of(new Payload.Task(task.text(), task.context()), 1);
        say(new Spoken(stamp(task.signalId() == null ? question : question.withId(task.signalId()),
                Source.named(ORCHESTRATOR)), Emission.by(ORCHESTRATOR)));
    }

    void beginRound() {
        round++;
        signalsThisRound = 0;
        readClock();
        events.announce(new SwarmEvent.RoundStarted(round));
    }

    void endRound() {
        events.announce(new SwarmEvent.RoundEnded(round, signalsThisRound));
    }

    /** Takes a reaction: announced now, said when the round publishes. */
    void take(Seat seat, AgentReaction reaction) {
        events.announce(new SwarmEvent.AgentReacted(reaction));
        Emission emission = new Emission(seat.id(), seat.invocations());
        reaction.signals().forEach(signal -> spoken.add(new Spoken(signal, emission)));
    }

    /** Takes a failed turn: announced now, logged as a signal when the round publishes. */
    void fail(AgentFailure failure) {
        failures.add(failure);
        events.announce(new SwarmEvent.AgentFailed(failure));
        Draft draft = Draft.custom(RunFacts.FAILED.text(), RunFacts.failure(failure));
        spoken.add(new Spoken(stamp(draft, Source.named(ORCHESTRATOR)), Emission.by(ORCHESTRATOR)));
    }

    List<Spoken> takeSpoken() {
        List<Spoken> taken = List.copyOf(spoken);
        spoken.clear();
        readClock();
        return taken;
    }

    /** Says one thing to the log and to all who listen, unless a rule stands against it. */
    void say(Spoken said) {
        Optional<Refusal.Reason> against = objectionTo(said);
        if (against.isPresent()) {
            refuse(said.signal(), against.get());
            return;
        }
        if (!publish(said)) {
            refuse(said.signal(), Refusal.Reason.EXPIRED);
            return;
        }
        countedSignals++;
        if (said.emission().invocation() > 0) {
            signalsThisRound++;
            saidBy.computeIfAbsent(said.emission().by(), agent -> new ArrayList<>()).add(said.signal());
        }
        events.announceSaid(said.signal(), deliberation);
    }

    /** Asks the engine when enough agents have voted; whether that decided. */
    boolean decides() {
        long start = world.nanos();
        Optional<ConsensusResult> result = engine.evaluateWhenReady(deliberation.input());
        result.ifPresent(ready -> note(ready.took(Duration.ofNanos(world.nanos() - start))));
        return result.isPresent() && result.get().decided();
    }

    /** Takes note of a result; a decision goes into the log as {@code consensus:reached}. */
    private void note(ConsensusResult result) {
        consensus = result;
        events.announce(new SwarmEvent.ConsensusChecked(result));
        events.announce(result.decided()
                ? new SwarmEvent.ConsensusReached(result)
                : new SwarmEvent.ConsensusFailed(result));
        if (result.decided()) {
            publish(new Spoken(
                    stamp(Draft.of(RunFacts.decision(result), result.confidence()), Source.named(ORCHESTRATOR)),
                    Emission.by(ORCHESTRATOR)));
        }
    }

    /** Notes why the solve stops; the first reason stands. */
    void end(Ending reason) {
        if (ending == null) {
            ending = reason;
        }
    }

    SwarmResult conclude() {
        readClock();
        Ending why = Objects.requireNonNull(ending, "a solve concludes only when it has ended");
        ConsensusResult result = Objects.requireNonNullElseGet(consensus, this::lastWords);
        Duration total = Duration.ofNanos(world.nanos() - startNanos);
        SwarmResult outcome = new SwarmResult(run, why, detail(why), result, log, contributions(), bus.getConflicts(),
                refusals, failures, new SwarmResult.Timing(total, round));
        journal.append(RunFacts.closed(fact(), run, outcome), Emission.by(ORCHESTRATOR), now);
        events.announce(new SwarmEvent.SolveCompleted(outcome));
        return outcome;
    }

    /** Where the proposals stand when never enough agents voted for a check; nothing is decided then. */
    private ConsensusResult lastWords() {
        ConsensusResult result = engine.evaluate(deliberation.input());
        if (!result.standings().isEmpty()) {
            note(result);
        }
        return result;
    }

    @Override
    public void close() {
        bus.close();
    }

    World world() {
        return world;
    }

    Instant now() {
        return now;
    }

    int round() {
        return round;
    }

    HistoryView history() {
        return bus::getHistory;
    }

    boolean isCancelled() {
        return cancelled.isDone();
    }

    boolean hasEnded() {
        return ending != null;
    }

    /** Nobody has mail and nobody wants to speak unasked. */
    boolean isSilent() {
        return seats.stream().noneMatch(seat -> isCalled(seat, round + 1));
    }

    List<Seat> calledSeats() {
        return seats.stream().filter(seat -> isCalled(seat, round)).toList();
    }

    /** Waits for an agent no longer than the solve may last. */
    <T> Outcome<T> await(Call<T> call) {
        return call.await(world, timeLeft(), cancelled);
    }

    int signalsLeft() {
        return config.limits().maxSignals() - countedSignals;
    }

    Duration timeLeft() {
        Duration left = config.limits().timeout().minusNanos(world.nanos() - startNanos);
        return left.isNegative() ? Duration.ZERO : left;
    }

    boolean isOutOfTime() {
        return timeLeft().isZero();
    }

    Signal stamp(Draft draft, Seat seat) {
        return stamp(draft, Source.agent(seat.id()));
    }

    private Signal stamp(Draft draft, Source source) {
        return Signal.of(draft, new Stamp(world.nextId("sig"), source, now, Scope.ofRun(run, round)));
    }

    private Stamp fact() {
        return new Stamp(world.nextId("sig"), Source.named(ORCHESTRATOR), now, Scope.ofRun(run, round));
    }

    private Optional<Refusal.Reason> objectionTo(Spoken said) {
        Signal signal = said.signal();
        if (said.emission().invocation() > 0 && !mayEmit(said)) {
            return Optional.of(Refusal.Reason.NOT_ALLOWED);
        }
        if (signal.payload() instanceof Payload.Proposal proposal
                && deliberation.proposal(proposal.proposalId()).isPresent()) {
            return Optional.of(Refusal.Reason.SAME_PROPOSAL);
        }
        if (ids.contains(signal.id())) {
            return Optional.of(Refusal.Reason.DUPLICATE_ID);
        }
        if (signalsLeft() == 0) {
            end(Ending.MAX_SIGNALS);
            return Optional.of(Refusal.Reason.LIMIT);
        }
        return Optional.empty();
    }

    /** An agent says only what its profile allows, and never what only the runtime can know. */
    private boolean mayEmit(Spoken said) {
        boolean runtimeOnly = said.signal().payload() instanceof Payload.Task
                || said.signal().payload() instanceof Payload.ConsensusReached
                || RunFacts.TYPES.contains(said.signal().type());
        return !runtimeOnly && seats.stream().filter(seat -> seat.id().equals(said.emission().by()))
                .allMatch(seat -> seat.profile().mayEmit(said.signal().type()));
    }

    private boolean publish(Spoken said) {
        if (bus.publish(said.signal(), said.emission()) instanceof Receipt.Expired) {
            return false;
        }
        ids.add(said.signal().id());
        log.add(said.signal());
        deliberation.hear(said.signal());
        return true;
    }

    private void refuse(Signal signal, Refusal.Reason reason) {
        Refusal refusal = new Refusal(signal, reason);
        refusals.add(refusal);
        events.announce(new SwarmEvent.SignalRefused(refusal));
    }

    /** Who does not join is there, and every turn of it fails. */
    private Participant join(Agent agent) {
        String id = agent.profile().id();
        Briefing briefing = new Briefing(task, run, chance.random("agent " + id));
        Call<Participant> joining = Call.start(id, world,
                () -> Objects.requireNonNull(agent.join(briefing), "it sent nobody"));
        return switch (await(joining)) {
            case Answered<Participant> joined -> joined.answer();
            case Failed<Participant> absent -> turn -> {
                throw new IllegalStateException("it could not join: " + absent.message());
            };
        };
    }

    private boolean isCalled(Seat seat, int atRound) {
        if (seat.isDue() || !seat.isAskable()) {
            return seat.isDue();
        }
        return switch (await(seat.ask(atRound, world))) {
            case Answered<Boolean> asked -> asked.answer();
            case Failed<Boolean> failed -> {
                seat.failAsking(failed.message());
                yield true;
            }
        };
    }

    private void readClock() {
        Instant read = world.now();
        now = read.isAfter(now) ? read : now;
    }

    private Map<String, AgentContribution> contributions() {
        Map<String, AgentContribution> rows = new LinkedHashMap<>();
        for (Seat seat : seats) {
            rows.put(seat.id(), AgentContribution.of(seat.id(), saidBy.getOrDefault(seat.id(), List.of())));
        }
        return rows;
    }

    private String detail(Ending why) {
        return why.sentence() + " (round " + round + " of at most " + config.limits().maxRounds() + ", "
                + countedSignals + " of at most " + config.limits().maxSignals() + " signals)";
    }

    private static BusConfig busConfig(SwarmConfig config) {
        Duration ttl = config.limits().timeout().multipliedBy(TTL_FACTOR);
        BusConfig defaults = BusConfig.defaults();
        int kept = Math.clamp(config.limits().maxSignals() + 1L, defaults.maxHistorySize(), Integer.MAX_VALUE);
        return defaults.withDefaultTtl(ttl).withMaxHistorySize(kept);
    }

    /** A signal and who really said it. */
    record Spoken(Signal signal, Emission emission) {}
}
