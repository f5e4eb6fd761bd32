package dev.waggle.cli.command.solve;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.Audience;
import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.bus.ConflictPair;
import dev.waggle.signal.connectivity.Convergence;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.seat.SeatAnswer;
import dev.waggle.signal.seat.SeatTurn;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.SwarmResult.Activity;
import dev.waggle.swarm.SwarmResult.Conclusion;
import dev.waggle.swarm.SwarmResult.Coordination;
import dev.waggle.swarm.SwarmResult.Execution;
import dev.waggle.swarm.SwarmResult.Guidance;
import dev.waggle.swarm.SwarmResult.Timing;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.advisor.SwarmAdvice;
import dev.waggle.swarm.advisor.Topology;
import dev.waggle.swarm.agent.AgentMail;
import dev.waggle.swarm.agent.ReplyQuality;
import dev.waggle.swarm.agent.ReplyReading;
import dev.waggle.swarm.agent.SeatHistory;
import dev.waggle.swarm.agent.SeatRequest;
import dev.waggle.swarm.agent.SeatRequest.OccasionKind;
import dev.waggle.swarm.agent.SeatRequest.SeatOccasion;
import dev.waggle.swarm.consensus.ApprovalStatus;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.ConsensusResult.ConsensusFailure;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.consensus.ConsensusVerdict;
import dev.waggle.swarm.consensus.Dissent;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.AgentReaction;
import dev.waggle.swarm.event.DebateResult;
import dev.waggle.swarm.event.SignalRefusal;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.harness.SolveCost;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.FreeEnergyAction;
import dev.waggle.swarm.lens.LearningHealth;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.SwarmPhase;
import dev.waggle.swarm.lens.analysis.MathAnalysis;
import dev.waggle.swarm.lens.analysis.RoundAnalysis;
import dev.waggle.swarm.lens.analysis.SwarmControlSignals;
import dev.waggle.swarm.runlog.LifecycleFacts;
import dev.waggle.swarm.selection.AgentContribution;
import org.jspecify.annotations.Nullable;

/** Events of every kind, with every constant and every case of their parts. */
final class EventSamples {

    private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");
    private static final ReplyReading READING = new ReplyReading("test:model", ReplyReading.Outcome.PARTIAL,
            List.of(new ReplyReading.Note("number", "confidence \"85%\" is 0.85")),
            List.of(new ReplyReading.Note("bad", "signals[1]: \"stance\" is missing")));
    private static final Instant EXACT = TIME.plusNanos(1);
    private static final String RUN = "solve_1";

    private static final Signal TASK = signal("s0", Draft.of(new Payload.Task("Which way?", "A\nfork"), 1));
    private static final Signal PROPOSAL = signal("s1", Draft.of(new Payload.Proposal("p", "Left", "It is near"), 0.9));
    private static final Signal RIVAL = signal("s2", Draft.of(new Payload.Proposal("q", "Right", ""), 0.5));

    private EventSamples() {}

    static List<SwarmEvent> all() {
        List<SwarmEvent> all = new ArrayList<>(List.of(
                new SwarmEvent.SolveStarted(RUN, Task.of("Which way?").withContext("A fork").withTitle("Ways")),
                new SwarmEvent.SolveStarted(RUN, Task.of("Which way?")), new SwarmEvent.RoundStarted(1),
                new SwarmEvent.InboxRead("ada", 1, List.of(new InboxItem(
                        new LogEntry(7, EXACT, new Emission("ada", 1), PROPOSAL), List.of("**"), true))),
                new SwarmEvent.AgentReacted(new AgentReaction("ada", 1, List.of("s0"), List.of(PROPOSAL),
                        Duration.ofMillis(12))),
                new SwarmEvent.SignalEmitted(TASK), new SwarmEvent.SignalDelivered(TASK, "ada"),
                new SwarmEvent.SignalExpired(TASK), new SwarmEvent.ConsensusChecked(decided()),
                new SwarmEvent.ConsensusReached(decided()), new SwarmEvent.RoundEnded(1, 3),
                new SwarmEvent.ToolCalled("ada", "search", 5, true),
                new SwarmEvent.AgentFailed(new AgentFailure("ada", 0, List.of("s0"), "agent.ada.react", "timeout")),
                new SwarmEvent.ConflictDetected(new ConflictPair(PROPOSAL, RIVAL, EXACT)),
                new SwarmEvent.ProposalSubmitted(proposal()),
                new SwarmEvent.TopologyUpdated(new Topology(Map.of("ada", Set.of("bob"))), "they repeat each other"),
                new SwarmEvent.DebateStarted("p", "q"),
                new SwarmEvent.DebateRoundEnded(1, Map.of("p", 0.75, "q", 0.25)),
                new SwarmEvent.DebateEnded(new DebateResult("p", "q", "p", 0.9, 2, List.of(TASK))),
                new SwarmEvent.DebateEnded(new DebateResult("p", "q", null, 0, 2, List.of())),
                new SwarmEvent.AgentSpawned("eve", "law", "nobody knows the law"),
                new SwarmEvent.AgentDissolved("eve", "she added nothing"), new SwarmEvent.SynthesisStarted(),
                new SwarmEvent.SynthesisCompleted("Go left.")));
        all.addAll(advised());
        all.addAll(analyzed());
        all.addAll(recorded());
        for (SignalRefusal.Reason reason : SignalRefusal.Reason.values()) {
            all.add(new SwarmEvent.SignalRefused(new SignalRefusal(PROPOSAL, reason)));
        }
        for (ConsensusFailure reason : ConsensusFailure.values()) {
            all.add(new SwarmEvent.ConsensusFailed(undecided(), reason));
        }
        for (Stance stance : Stance.values()) {
            all.add(new SwarmEvent.VoteCast(vote(stance, null)));
        }
        for (CausalLevel level : CausalLevel.values()) {
            all.add(new SwarmEvent.VoteCast(vote(Stance.AGREE, level)));
        }
        all.addAll(seats());
        SolveEnding.all().forEach(ending -> all.add(new SwarmEvent.SolveCompleted(result(ending))));
        return all;
    }

    private static List<SwarmEvent> seats() {
        SeatTurn turn = new SeatTurn(RUN, "maya", 2, 1);
        SeatHistory history = SeatHistory.of(List.of(TASK, PROPOSAL), _ -> 2);
        AgentMail mail = new AgentMail(List.of(PROPOSAL), List.of(new InboxItem(
                new LogEntry(7, EXACT, new Emission("ada", 1), PROPOSAL), List.of("**"), true)));
        SeatRequest asked = new SeatRequest(turn, Task.of("Which way?").withContext("A fork"), EXACT,
                new SeatOccasion(OccasionKind.DEBATE, List.of("left", "right")), mail, history);
        SeatRequest closing = new SeatRequest(turn, Task.of("Which way?"), EXACT,
                new SeatOccasion(OccasionKind.CLOSING, List.of("left")), AgentMail.NONE, history);
        SeatRequest usual = new SeatRequest(turn, Task.of("Which way?"), EXACT,
                new SeatOccasion(OccasionKind.ROUND, List.of()), AgentMail.NONE, history);
        return List.of(new SwarmEvent.SeatAsked(asked), new SwarmEvent.SeatAsked(closing),
                new SwarmEvent.SeatAsked(usual), new SwarmEvent.SeatExpired(turn, EXACT),
                new SwarmEvent.SeatAnswered(new SeatAnswer(turn, "Maya", EXACT, List.of("pass"))),
                new SwarmEvent.SolveSuspended(
                        result(SolveEnding.LoopStop.SUSPENDED).withOpenSeats(List.of(asked, closing))));
    }

    private static List<SwarmEvent> advised() {
        return List.of(
                new SwarmEvent.AdvisorActed(new SwarmAdvice.InjectSignal(Draft.of(
                        new Payload.Doubt("s1", "Who checked?", Payload.Severity.HIGH), 0.5), "advisor", "untested")),
                new SwarmEvent.AdvisorActed(new SwarmAdvice.DisableAgent("bob", "he repeats ada")),
                new SwarmEvent.AdvisorActed(new SwarmAdvice.UpdateTopology(Topology.everyone(), "all may listen")));
    }

    private static List<SwarmEvent> analyzed() {
        List<SwarmEvent> analyzed = new ArrayList<>();
        List<Finding> findings = new ArrayList<>(List.of(new Finding.Provoke("entropy", null, "early"),
                new Finding.Provoke("entropy", "p", "early"), new Finding.Weigh("entropy", Map.of("ada", 1.1), "good"),
                new Finding.Prune("entropy", List.of("bob"), "redundant"),
                new Finding.Gap("entropy", "law", 0.5, "none"),
                new Finding.Failed("entropy", "it threw")));
        Arrays.stream(Finding.Rewire.Change.values())
                .forEach(change -> findings.add(new Finding.Rewire("entropy", change, List.of("ada"), "split")));
        for (MathStopReason reason : MathStopReason.values()) {
            Finding.Settle settle = new Finding.Settle("entropy", reason, "settled");
            findings.add(settle);
            analyzed.add(analyzed(new RoundAnalysis(2, 0, 0, -0.5, List.of(settle), Optional.of(settle),
                    Optional.empty()), null, SwarmPhase.ORDERED, FreeEnergyAction.STOP, LearningHealth.GOOD));
        }
        RoundAnalysis full = new RoundAnalysis(1, 1, 0.5, Double.NaN, findings, Optional.empty(), Optional.empty());
        for (SwarmPhase phase : SwarmPhase.values()) {
            analyzed.add(analyzed(full, "p", phase, FreeEnergyAction.EXPLORE, LearningHealth.GOOD));
        }
        for (FreeEnergyAction action : FreeEnergyAction.values()) {
            analyzed.add(analyzed(full, null, SwarmPhase.ORDERED, action, LearningHealth.GOOD));
        }
        for (LearningHealth health : LearningHealth.values()) {
            analyzed.add(analyzed(full, null, SwarmPhase.ORDERED, FreeEnergyAction.STOP, health));
        }
        return analyzed;
    }

    private static SwarmEvent analyzed(RoundAnalysis analysis, @Nullable String target,
            SwarmPhase phase, FreeEnergyAction action, LearningHealth health) {
        return new SwarmEvent.RoundAnalyzed(analysis, new SwarmControlSignals(target != null, target, phase,
                Map.of("ada", 1.2), 1, action, health));
    }

    /** Signals of harnesses and facts of the log, with every type that they have. */
    private static List<SwarmEvent> recorded() {
        List<SwarmEvent> recorded = new ArrayList<>();
        HarnessSignals.ALL.forEach(type -> recorded.add(new SwarmEvent.HarnessEmitted("ada", open(type))));
        recorded.add(new SwarmEvent.HarnessEmitted("ada", open(new SignalType(Profile.HARNESS, "round:start"))));
        for (SignalType type : List.of(LifecycleFacts.WORKFLOW_START, LifecycleFacts.WORKFLOW_END,
                LifecycleFacts.AGENT_ACTIVATED, LifecycleFacts.AGENT_SKIPPED, LifecycleFacts.EVOLUTION_SPAWNED,
                LifecycleFacts.EVOLUTION_DISSOLVED, LifecycleFacts.changed("leader"))) {
            recorded.add(new SwarmEvent.LifecycleRecorded(open(type)));
        }
        return recorded;
    }

    private static ConsensusResult decided() {
        List<Dissent> dissent = Arrays.stream(Dissent.Kind.values())
                .map(kind -> new Dissent(kind, "bob", "it is far", "p")).toList();
        return new ConsensusResult(new ConsensusVerdict(true, "p", 0.8, "two agree"), "voting",
                List.of(new ProposalStanding(proposal(), 1, 0.5, 1, 2)),
                List.of(vote(Stance.AGREE, null), vote(Stance.ABSTAIN, null)), dissent, 1, Duration.ZERO);
    }

    private static ConsensusResult undecided() {
        ApprovalStatus vetoed = new ApprovalStatus(true, List.of("ada"), List.of("bob"),
                List.of(new ApprovalStatus.Veto("p", "bob", "")));
        return new ConsensusResult(new ConsensusVerdict(false, null, 0, "nobody agrees", vetoed), "voting", List.of(),
                List.of(), List.of(), 0, Duration.ZERO);
    }

    private static SwarmResult result(SolveEnding ending) {
        SolveCost.UsageTotals spent = new SolveCost.UsageTotals(1, new TokenUsage(10, 5, 15, 6, 2, 3), 0.000_1, 1);
        return new SwarmResult(RUN, new Conclusion(Optional.of("Go left."), decided()),
                new Activity(Map.of("ada", new AgentContribution("ada", 2, 1, 0, 1, 0.9)),
                        List.of(new SignalRefusal(RIVAL, SignalRefusal.Reason.LIMIT)),
                        List.of(new AgentFailure("bob", 1, List.of(), "agent.bob.react", "timeout")), List.of(),
                        ReplyQuality.of(List.of(READING)), 3),
                new Coordination(List.of(new ConflictPair(PROPOSAL, RIVAL, TIME)), List.of(),
                        List.of(new DebateResult("p", "q", "p", 0.9, 2, List.of())),
                        new Convergence(List.of(), List.of(), List.of())),
                new Guidance(MathAnalysis.none(), Optional.empty(), Optional.empty()),
                new Execution(ending, ending.sentence(), List.of(TASK, PROPOSAL),
                        new SolveCost(spent, Map.of("ada", spent)), new Timing(Duration.ofMillis(1_234), 2)));
    }

    private static Proposal proposal() {
        return new Proposal("p", "Left", "It is near", "ada", "s1", 0.9, TIME);
    }

    private static VoteRecord vote(Stance stance, @Nullable CausalLevel level) {
        return new VoteRecord("ada", new Payload.Vote("p", stance, level == null ? null : "near", 0.9), EXACT, level,
                "s3");
    }

    private static Signal open(SignalType type) {
        return new Signal("s4", type, Source.agent("ada"), TIME,
                Payload.Open.data(JsonValue.of(Map.of("text", JsonValue.of("x")))), Scope.ofRun(RUN, 1), Links.NONE,
                Grading.NONE, Lifetime.defaultTtl(), Audience.everyone(), Map.of());
    }

    private static Signal signal(String id, Draft draft) {
        return Signal.of(draft, new Stamp(id, Source.agent("ada"), TIME, Scope.ofRun(RUN, 1)));
    }
}
