package dev.waggle.swarm.testbed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.event.SwarmEvent;

/** Test bed of a solve: a world with a hand-moved clock, a journal, and all events in order. */
public final class SolveTestBed {

    public static final Task TASK = Task.of("Shard the database or buy time?");
    public static final String RUN = "run-7";

    /** Default consensus of the seed's loop: a decision does not wait for votes to settle. */
    public static final ConsensusConfig AT_ONCE = ConsensusConfig.defaults().withSettleRounds(0);

    public final HandClock world = new HandClock();
    public final Journal journal = new MemoryJournal();
    public final List<SwarmEvent> events = Collections.synchronizedList(new ArrayList<>());

    /** Configuration of the seed's loop: a decision does not wait for votes to settle. */
    public SwarmConfig config(List<? extends Agent> agents) {
        return SwarmConfig.of(agents).withConsensus(AT_ONCE).withWorld(world).withJournal(journal)
                .withEventListener(events::add);
    }

    public SwarmConfig config(Agent... agents) {
        return config(Arrays.asList(agents));
    }

    public SwarmResult solve(Agent... agents) {
        return solve(config(agents));
    }

    public SwarmResult solve(Limits limits, Agent... agents) {
        return solve(config(agents).withLimits(limits));
    }

    public static SwarmResult solve(SwarmConfig config) {
        try (Swarm swarm = new Swarm(config)) {
            return swarm.solve(TASK);
        }
    }

    /** The same configuration with that advisor. */
    public static SwarmConfig advised(SwarmConfig config, AdvisorConfig advisor) {
        return config.withSteering(config.steering().withAdvisor(advisor));
    }

    /** Resumes {@link #RUN}, or begins it. */
    public static SwarmResult resume(SwarmConfig config, Task task) {
        try (Swarm swarm = new Swarm(config)) {
            return swarm.solveResumable(task, RUN);
        }
    }

    /** Solves on a thread of its own. */
    public static CompletableFuture<SwarmResult> solving(Swarm swarm) {
        CompletableFuture<SwarmResult> result = new CompletableFuture<>();
        Thread.ofVirtual().name("solving").start(() -> {
            try {
                result.complete(swarm.solve(TASK));
            } catch (Throwable failure) { // The test asks for it.
                result.completeExceptionally(failure);
            }
        });
        return result;
    }

    /**
     * Lets the time of a solve run out once a thread waits. The clock moves twice, because a solve that has read it and
     * does not wait yet waits from then on. It moves no more, because signals expire after twice the time limit.
     */
    public void runOut(Limits limits) {
        try {
            world.advanceWhenWaiting(1, limits.timeout());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new AssertionError("nobody waits", stop);
        }
        world.advance(limits.timeout());
    }

    public List<LogEntry> logged() {
        return journal.read(1, Integer.MAX_VALUE);
    }

    /** The events so far as short sentences, without the steps of the life cycle. */
    public List<String> story() {
        return synchronizedCopy().stream().filter(event -> !(event instanceof SwarmEvent.LifecycleRecorded))
                .map(SolveTestBed::told)
                .toList();
    }

    /** The milestones so far as short sentences. */
    public List<String> milestones() {
        return events(SwarmEvent.Milestone.class).stream().map(SolveTestBed::told).toList();
    }

    /** The events of that kind, in order. */
    public <E extends SwarmEvent> List<E> events(Class<E> kind) {
        return synchronizedCopy().stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** An event as a short sentence without ids. */
    public static String told(SwarmEvent event) {
        return event.type() + switch (event) {
            case SwarmEvent.SignalEmitted it -> "(" + it.signal().type() + ")";
            case SwarmEvent.SignalDelivered it -> "(" + it.signal().type() + " to " + it.targetAgentId() + ")";
            case SwarmEvent.AgentReacted it -> "(" + it.reaction().agentId() + ")";
            case SwarmEvent.InboxRead it -> "(" + it.agentId() + " " + it.items().size() + ")";
            case SwarmEvent.HarnessEmitted it -> "(" + it.agentId() + ")";
            case SwarmEvent.ToolCalled it -> "(" + it.agentId() + " " + it.toolName() + ")";
            case SwarmEvent.AgentFailed it -> "(" + it.failure().agentId() + ")";
            case SwarmEvent.SignalRefused it -> "(" + it.refusal().reason() + ")";
            case SwarmEvent.RoundStarted it -> " " + it.round();
            case SwarmEvent.RoundEnded it -> " " + it.round();
            case SwarmEvent.ConsensusChecked it -> it.result().decided() ? "(decided)" : "(undecided)";
            case SwarmEvent.RoundAnalyzed it -> " " + it.analysis().round();
            case SwarmEvent.AdvisorActed it -> "(" + it.advice().getClass().getSimpleName() + ")";
            case SwarmEvent.DebateStarted it -> "(" + it.proposalA() + " " + it.proposalB() + ")";
            case SwarmEvent.DebateRoundEnded it -> " " + it.round();
            case SwarmEvent.DebateEnded it -> it.result().resolved() ? "(resolved)" : "(unresolved)";
            case SwarmEvent.AgentSpawned it -> "(" + it.agentId() + ")";
            case SwarmEvent.AgentDissolved it -> "(" + it.agentId() + ")";
            case SwarmEvent.SeatAsked it -> "(" + it.request().turn().seat() + ")";
            case SwarmEvent.SeatAnswered it -> "(" + it.answer().turn().seat() + ")";
            case SwarmEvent.SeatExpired it -> "(" + it.turn().seat() + ")";
            case SwarmEvent.SolveSuspended it -> "(" + it.result().openSeats().size() + ")";
            case SwarmEvent.LifecycleRecorded _, SwarmEvent.TopologyUpdated _, SwarmEvent.SynthesisStarted _, SwarmEvent.SynthesisCompleted _ ->
                "";
            case SwarmEvent.SolveStarted _, SwarmEvent.SolveCompleted _, SwarmEvent.SignalExpired _, SwarmEvent.ConflictDetected _, SwarmEvent.ProposalSubmitted _,SwarmEvent.VoteCast _,SwarmEvent.ConsensusReached _,SwarmEvent.ConsensusFailed _ ->
                "";
        };
    }

    /** The signals of a solve, without ids and times. */
    public static List<String> said(SwarmResult result) {
        return result.signalLog().stream().map(SolveTestBed::said).toList();
    }

    /** The signals of that type, in order. */
    public static List<Signal> said(SwarmResult result, SignalType type) {
        return result.signalLog().stream().filter(signal -> signal.type().equals(type)).toList();
    }

    public static List<String> types(SwarmResult result) {
        return result.signalLog().stream().map(signal -> signal.type().text()).toList();
    }

    private static String said(Signal signal) {
        String payload = signal.payload().toString().replaceAll("sig_[0-9a-z]+", "a signal");
        return signal.source().label() + " " + signal.type() + " " + payload + " " + signal.grading() + " "
                + signal.scope().round();
    }

    /** Waits for the latch despite interrupts, as a stuck agent does. */
    public static void waitStubbornly(CountDownLatch released) {
        boolean waiting = true;
        while (waiting) {
            try {
                released.await();
                waiting = false;
            } catch (InterruptedException ignored) {
                // Stuck agents ignore interrupts.
            }
        }
    }

    private List<SwarmEvent> synchronizedCopy() {
        synchronized (events) {
            return List.copyOf(events);
        }
    }
}
