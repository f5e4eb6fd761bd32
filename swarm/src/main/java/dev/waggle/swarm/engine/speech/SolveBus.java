package dev.waggle.swarm.engine.speech;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.bus.BusConfig;
import dev.waggle.signal.bus.ConflictPair;
import dev.waggle.signal.bus.PublishReceipt;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.HistoryView;
import dev.waggle.swarm.agent.call.CallOutcome;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.evaluation.ConsensusCollector;
import dev.waggle.swarm.consensus.evaluation.ObjectionQueue;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.equivalence.ProposalMerge;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SignalRefusal;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.identity.AuthorKey;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.runlog.LoopVersion;
import dev.waggle.swarm.runlog.RunFacts;
import dev.waggle.swarm.runlog.StampFactory;
import dev.waggle.swarm.selection.turn.ContributionTracker;

/**
 * Signal bus of a solve: admits, logs and delivers every signal.
 *
 * <pre>
 *   words -> may it be said? -> does the limit allow it? -> journal and listeners -> deliberation
 *                 no -> refused      no -> refused              no -> refused
 * </pre>
 *
 * <p>Owned by the thread of the solve.
 */
public final class SolveBus implements AutoCloseable {

    /** Signal types that decide; they stay in history as long as the solve runs. */
    private static final SignalFilter DECIDING = SignalFilter.ofTypes(SignalType.PROPOSAL, SignalType.VOTE,
            SignalType.CHALLENGE, SignalType.DOUBT);

    /** The default lifetime of signals is this many times the time limit, so that nothing expires during a solve. */
    private static final int TTL_FACTOR = 2;

    private final SolveContext context;
    private final CoordinationTracker conference;
    private final TopologyFilter topology;
    private final ConfidenceScaler confidences;
    private final Consumer<Signal> listener;
    private final SignalBus bus;
    private final ConsensusCollector deliberation;
    private final ProposalMerger merger;
    private final SignalReception reception;
    private final RivalryTable rivals;
    private final SignalAdmission admission;
    private final ContributionTracker contributions = new ContributionTracker();
    private final SolveSummary summary = new SolveSummary(contributions);
    private final AlternativeExtractor alternatives;
    private final SignalQuota allowance;
    /** Challenges and doubts of the runtime that no agent has had a turn to answer: no objections yet. */
    private final ObjectionQueue unheard = new ObjectionQueue();

    private int publishedThisRound;
    private int answers;

    /** @param listener receives every published signal, before all other subscribers */
    public SolveBus(SolveContext context, CoordinationTracker conference, ConfidenceScaler confidences,
            Consumer<Signal> listener) {
        this.context = context;
        this.conference = conference;
        this.confidences = confidences;
        this.listener = listener;
        SwarmConfig config = context.config();
        deliberation = new ConsensusCollector(context.voteWeights(), config.consensus().approval().requiredVoters());
        merger = new ProposalMerger(context, deliberation);
        topology = new TopologyFilter(context.loop());
        BusConfig rules = busConfig(config.limits());
        DeliveryIndex deliveries = new DeliveryIndex();
        bus = new SignalBus(context.log().world(),
                rules.withConflictDetector(() -> merger.detector(rules.conflictDetector().get())),
                context.log().journal(), new SolveBusObserver(context.events(), deliveries));
        bus.hold(DECIDING);
        reception = new SignalReception(context, bus, deliveries, topology,
                id -> summary.numbers().numberOf(id));
        rivals = new RivalryTable(context, bus, conference, this::signal);
        alternatives = new AlternativeExtractor(config.consensus().conflictResolution());
        admission = new SignalAdmission(config.agents(), deliberation, ProposalMerger.isActive(context));
        allowance = new SignalQuota(config.limits());
    }

    /**
     * Admits that agent as an author and subscribes its mail to its types, from authors of the topology. A late agent
     * knows the earlier signals that it would receive now.
     */
    public void join(AgentProfile profile, Consumer<Signal> mail) {
        contributions.join(profile.id());
        admission.admit(profile);
        reception.join(profile, mail);
    }

    /** Stops the delivery of signals to that agent. */
    public void leave(String agent) {
        reception.leave(agent);
    }

    /** Topology filter of the mail. */
    public TopologyFilter hearing() {
        return topology;
    }

    /** Publishes the task; throws for a task that the journal cannot hold, a mistake of the caller. */
    public void publishTask(Task task) {
        Draft draft = Draft.of(new Payload.Task(task.text(), task.context()), 1);
        SignalBatch question = batch(task.signalId() == null ? draft : draft.withId(task.signalId()));
        Signal signal = question.signals().getFirst();
        if (!(bus.publish(signal, question.emission()) instanceof PublishReceipt.Published published)) {
            throw new IllegalArgumentException("the task was not taken: signal " + signal.id());
        }
        record(published, question);
        allowance.increment();
    }

    public void beginRound() {
        publishedThisRound = 0;
        countUnheardObjections();
    }

    /** Makes objections of the challenges and doubts of the runtime that no agent has had a turn to answer. */
    public void countUnheardObjections() {
        unheard.drainTo(deliberation::accept);
    }

    /** Turns an answer into signals when it is collected: all get that date, however long its agent thought. */
    public SignalBatch batch(List<Draft> answer, Emission turn) {
        Instant now = context.clock().now();
        Source source = Source.agent(turn.by());
        return new SignalBatch(turn, answer.stream()
                .map(draft -> confidences.toSignal(turn.by(), draft, stamps().signalStampAt(source, now))).toList());
    }

    /** Records a failure; returns the signals that report it. */
    public SignalBatch recordFailure(AgentFailure failure) {
        summary.recordFailure(failure);
        context.events().dispatch(new SwarmEvent.AgentFailed(failure));
        return batch(Draft.custom(RunFacts.FAILED.text(), RunFacts.failure(failure.agentId(), failure.signalIds(),
                failure.context(), failure.message())));
    }

    /** Records and publishes a failure of a runtime part. */
    public void reportFailure(String part, String operation, String reason) {
        publish(recordFailure(new AgentFailure(part, context.log().round(), List.of(), operation, reason)));
    }

    /** Publishes a signal of the runtime itself, under the same limit as agents. */
    public void publish(Draft ofRuntime) {
        publish(batch(ofRuntime));
    }

    /**
     * Publishes a signal of a runtime part, under the same limit as agents; returns the signal, published or refused.
     */
    public Signal publish(String part, Draft draft) {
        SignalBatch recorded = batch(part, draft);
        publish(recorded);
        return recorded.signals().getFirst();
    }

    /** Divides the remaining quota: each next turn may use an equal share, for that number of agents. */
    public void divideQuota(int agents) {
        allowance.divideAmong(agents);
    }

    /** Takes nothing but votes from agents from now on. */
    public void takeVotesOnly() {
        admission.takeVotesOnly();
    }

    /** Begins a turn: the next signals are its answer, within its share. */
    public void beginTurn() {
        allowance.beginTurn();
    }

    public void publish(SignalBatch words) {
        merger.splits(words)
                .forEach(own -> publish(Draft.custom(ProposalMerge.SPLIT.text(), ProposalMerge.split(own))));
        for (Signal signal : words.signals()) {
            Optional<SignalRefusal.Reason> against = admission.refusalReason(signal, words)
                    .or(() -> allowance.refusalReason(isRival(signal) ? 2 : 1, words));
            if (against.isPresent()) {
                refuse(signal, against.get());
            } else if (isPublished(signal, words)) {
                countPublished(signal, words);
            }
        }
        if (words.isFromAgent()) {
            conference.onTurn(words.emission().by(), words.confidence());
        }
    }

    /** The limit of signals does not count the decision. */
    public void publishDecision(ConsensusResult result) {
        context.clock().tick();
        SignalBatch decision = batch(Draft.of(RunFacts.decision(result), result.confidence()));
        var _ = isPublished(decision.signals().getFirst(), decision);
    }

    @Override
    public void close() {
        bus.close();
    }

    /**
     * History of that agent: the signals that reached it, its own, and merges of proposals that it knows. The first
     * version of the loop shows all signals to every agent.
     */
    public HistoryView history(String agent) {
        return reception.history(agent);
    }

    /** Name of a proposal in prompts and views, for example {@code P4}; empty for an unknown id. */
    public Optional<String> proposalName(String proposalId) {
        return summary.numbers().proposalName(proposalId);
    }

    /** Shows published signals to an agent that may receive them, whatever types it listens to. Returns false if not. */
    public boolean show(String agent, List<Signal> signals) {
        return reception.show(agent, signals);
    }

    /** Ids of challenges and doubts of the runtime that no agent has had a turn to answer, in order. */
    public Set<String> unheardObjections() {
        return unheard.ids();
    }

    /** Signals that a decision is made from. */
    public ConsensusInput deliberationInput() {
        return deliberation.input();
    }

    /** Summary of published and refused signals and of failures so far. */
    public SolveSummary summary() {
        return summary;
    }

    /** Ids of the agents that published a signal from that position of the log on. */
    public Set<String> speakersSince(int position) {
        List<Signal> log = summary.log();
        Set<String> speakers = new HashSet<>();
        for (Signal signal : log.subList(position, log.size())) {
            String agent = context.loop().agentOf(signal);
            if (agent != null) {
                speakers.add(agent);
            }
        }
        return speakers;
    }

    /** Contributions of each agent so far. */
    public ContributionTracker contributions() {
        return contributions;
    }

    /** Unresolved conflicts. */
    public List<ConflictPair> conflicts() {
        return rivals.open();
    }

    /** Merges a proposal into an earlier one when it is published, by the verdict of a judge. */
    public void mergeWhenPublished(ProposalMerge verdict) {
        merger.judge(verdict);
    }

    /** True if equal proposals are merged in this solve. */
    public boolean mergesEqualProposals() {
        return ProposalMerger.isActive(context);
    }

    /** The conflicts that were resolved, in the order in which they were. */
    public List<ConflictPair> resolvedConflicts() {
        return rivals.resolved();
    }

    /** Records the end of the rivalry of two proposals, even if the bus had detected none. */
    public void resolveConflict(String signalA, String signalB) {
        rivals.resolve(signalA, signalB);
    }

    /** Marks every conflict of this proposal as resolved. */
    public void resolveConflictsOf(String signalId) {
        rivals.resolveAllOf(signalId);
    }

    /** Published signal with that id. */
    public Signal signal(String id) {
        return summary.log().stream().filter(signal -> signal.id().equals(id)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no published signal " + id));
    }

    /** Number of agents' signals logged in this round. */
    public int publishedThisRound() {
        return publishedThisRound;
    }

    /** Number of signals counted by the limit so far. */
    public int signalCount() {
        return allowance.count();
    }

    public int signalsLeft() {
        return allowance.remaining();
    }

    /** True if a signal was refused for the limit. */
    public boolean isOverfull() {
        return allowance.isExceeded();
    }

    /** Counts and announces a logged signal, and publishes the proposal in it. */
    private void countPublished(Signal signal, SignalBatch words) {
        allowance.increment();
        publishedThisRound += words.isFromAgent() ? 1 : 0;
        announce(signal);
        alternatives.extract(signal, words).filter(draft -> admission.mayEmit(draft.type(), words))
                .ifPresent(draft -> publish(new SignalBatch(words.emission(),
                        List.of(Signal.of(draft, stamps().signalStampAt(signal.source(), signal.time()))))));
    }

    /** Announces the effect of a signal on the deliberation that just received it. */
    private void announce(Signal signal) {
        if (signal.payload() instanceof Payload.Proposal proposal) {
            deliberation.proposal(proposal.proposalId())
                    .ifPresent(known -> context.events().dispatch(new SwarmEvent.ProposalSubmitted(known)));
        } else if (signal.payload() instanceof Payload.Vote) {
            deliberation.lastVote().ifPresent(vote -> context.events().dispatch(new SwarmEvent.VoteCast(vote)));
        } else if (signal.payload() instanceof Payload.ToolResult tool) {
            context.events().dispatch(new SwarmEvent.ToolCalled(AuthorKey.of(signal.source()), tool.toolName(),
                    tool.durationMs(), tool.isError()));
        }
    }

    /** True if the log and all subscribers received it; otherwise it is refused. */
    private boolean isPublished(Signal signal, SignalBatch words) {
        merger.begin(signal, words);
        try {
            return switch (bus.publish(signal, words.emission())) {
                case PublishReceipt.Published published -> {
                    record(published, words);
                    yield true;
                }
                case PublishReceipt.Expired _ -> {
                    refuse(signal, SignalRefusal.Reason.EXPIRED);
                    yield false;
                }
                case PublishReceipt.Duplicate _ -> {
                    refuse(signal, SignalRefusal.Reason.DUPLICATE_ID);
                    yield false;
                }
            };
        } catch (IllegalArgumentException unwritable) {
            refuse(signal, SignalRefusal.Reason.UNWRITABLE);
            if (words.isFromAgent()) {
                String agent = words.emission().by();
                reportFailure(agent, "agent." + agent + ".publish", CallOutcome.Failed.describe(unwritable));
            }
            return false;
        }
    }

    /** Records a published signal and the conflict that the bus found in it. */
    private void record(PublishReceipt.Published published, SignalBatch words) {
        Signal signal = published.entry().signal();
        record(signal, words);
        alternatives.record(signal);
        Optional<ProposalMerge> merge = merger.take(signal);
        Optional<String> split = deliberation.merges().splitBy(signal);
        split.ifPresent(id -> recordRivals(id, deliberation.merges().hostOf(id)));
        if (words.isFromAgent() || !unheard.take(signal, words.emission().by())) {
            deliberation.accept(signal, answerOf(words));
        }
        listener.accept(signal);
        if (words.isFromAgent()) {
            conference.onSignal(words.emission().by(), signal);
        }
        merge.ifPresent(equal -> publishMerge(equal, signal));
        LogEntry conflict = published.conflict();
        if (conflict != null) {
            if (conflict.signal().payload() instanceof Payload.Conflict pair) {
                conference.onConflict(pair.signalA(), signal);
            }
            record(conflict.signal(), new SignalBatch(conflict.emission(), List.of(conflict.signal())));
            allowance.increment();
        }
    }

    /** Number of the answer that a signal belongs to; in the first version of the loop each one is by itself. */
    private int answerOf(SignalBatch words) {
        return context.loop().isAtLeast(LoopVersion.SECOND) ? words.emission().invocation() : ++answers;
    }

    /** Publishes a merge right behind the later proposal, so that no view counts that one by itself. */
    private void publishMerge(ProposalMerge merge, Signal proposal) {
        SignalBatch announced = batch(
                Draft.custom(ProposalMerge.MERGED.text(), merge.toPayload()).inReplyTo(proposal.id()));
        if (isPublished(announced.signals().getFirst(), announced)) {
            allowance.increment();
            conference.onMerged(merge.from());
        }
    }

    private void recordRivals(String split, String host) {
        Optional<Proposal> later = deliberation.proposal(split);
        Optional<Proposal> earlier = deliberation.proposal(host);
        if (later.isPresent() && earlier.isPresent()) {
            rivals.addSplit(earlier.get().sourceSignalId(), later.get().sourceSignalId());
        }
    }

    /** True if it contradicts a proposal of another agent, so that the bus publishes a conflict beside it. */
    private boolean isRival(Signal signal) {
        return signal.payload() instanceof Payload.Proposal
                && deliberation.hasProposalOfAnother(AuthorKey.of(signal.source()));
    }

    private void record(Signal signal, SignalBatch words) {
        admission.recordId(signal);
        summary.recordSignal(signal, words);
    }

    private void refuse(Signal signal, SignalRefusal.Reason reason) {
        SignalRefusal refusal = new SignalRefusal(signal, reason);
        summary.recordRefusal(refusal);
        context.events().dispatch(new SwarmEvent.SignalRefused(refusal));
    }

    private SignalBatch batch(Draft ofRuntime) {
        return batch(InfrastructureNames.ORCHESTRATOR, ofRuntime);
    }

    private SignalBatch batch(String part, Draft draft) {
        return new SignalBatch(Emission.by(part), List.of(Signal.of(draft, stamps().signalStamp(Source.named(part)))));
    }

    private StampFactory stamps() {
        return context.log().stamps();
    }

    /** Room for all that the limit allows and the decision, by count only; nothing is swept. */
    static BusConfig busConfig(Limits limits) {
        Duration ttl = limits.timeout().multipliedBy(TTL_FACTOR);
        BusConfig defaults = BusConfig.defaults();
        int kept = Math.clamp(limits.maxSignals() + 1L, defaults.maxHistorySize(), Integer.MAX_VALUE);
        return defaults.withDefaultTtl(ttl).withMaxHistorySize(kept).withMaxHistoryBytes(Long.MAX_VALUE)
                .withSweepInterval(Duration.ZERO);
    }
}
