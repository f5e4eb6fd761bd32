package dev.waggle.swarm.solve;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.bus.BusConfig;
import dev.waggle.signal.bus.ConflictPair;
import dev.waggle.signal.bus.Receipt;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.HistoryView;
import dev.waggle.swarm.agent.Infrastructure;
import dev.waggle.swarm.agent.Task;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.Deliberation;
import dev.waggle.swarm.fact.Outcome;
import dev.waggle.swarm.fact.RunFacts;
import dev.waggle.swarm.fact.Stamps;
import dev.waggle.swarm.selection.ContributionTracker;

/**
 * Where things are said in a solve.
 *
 * <pre>
 *   words -> may it be said? -> does the limit allow it? -> journal and listeners -> deliberation
 *                 no -> refused      no -> refused              no -> refused
 * </pre>
 *
 * <p>Owned by the thread of the solve.
 */
final class Podium implements AutoCloseable {

    /** What a decision is made of stays in history as long as the solve runs. */
    private static final SignalFilter DECIDING = SignalFilter.ofTypes(SignalType.PROPOSAL, SignalType.VOTE,
            SignalType.CHALLENGE, SignalType.DOUBT);

    /** The default lifetime of signals is this many times the time limit, so that nothing expires during a solve. */
    private static final int TTL_FACTOR = 2;

    private final SolveContext context;
    private final Conference conference;
    private final Hearing hearing = new Hearing();
    private final Confidences confidences;
    private final Consumer<Signal> onlooker;
    private final SignalBus bus;
    private final Deliberation deliberation;
    private final Admission admission;
    private final ContributionTracker contributions = new ContributionTracker();
    private final Minutes minutes = new Minutes(contributions);
    private final Alternatives alternatives;
    private final Allowance allowance;
    private final List<ConflictPair> resolved = new ArrayList<>();
    /** Challenges and doubts of the runtime that no agent has had a turn to answer: no objections yet. */
    private final List<Signal> unheard = new ArrayList<>();

    private int saidThisRound;

    /**
     * @param onlooker hears everything that is said, before anybody else does
     */
    Podium(SolveContext context, Conference conference, Confidences confidences, Consumer<Signal> onlooker) {
        this.context = context;
        this.conference = conference;
        this.confidences = confidences;
        this.onlooker = onlooker;
        SwarmConfig config = context.config();
        bus = new SignalBus(context.log().world(), busConfig(config.limits()), context.log().journal(),
                new SolveBusObserver(context.events(), hearing));
        bus.hold(DECIDING);
        deliberation = new Deliberation(context.voteWeights());
        alternatives = new Alternatives(config.consensus().conflictResolution());
        admission = new Admission(config.agents(), deliberation);
        allowance = new Allowance(config.limits());
    }

    /** That agent may speak, and what it listens to reaches its mail, from those whom it hears. */
    void join(AgentProfile profile, Consumer<Signal> mail) {
        contributions.join(profile.id());
        admission.admit(profile);
        bus.subscribe(profile.id(), profile.listens(), signal -> {
            if (hearing.reaches(profile.id(), signal)) {
                mail.accept(signal);
            }
        });
    }

    /** That agent hears nothing any more. */
    void leave(String agent) {
        bus.unsubscribe(agent);
    }

    /** Who hears whom. */
    Hearing hearing() {
        return hearing;
    }

    /** Says the task; one that the journal cannot hold is a mistake of the caller and comes out. */
    void ask(Task task) {
        Draft draft = Draft.of(new Payload.Task(task.text(), task.context()), 1);
        Words question = words(task.signalId() == null ? draft : draft.withId(task.signalId()));
        Signal signal = question.signals().getFirst();
        if (!(bus.publish(signal, question.emission()) instanceof Receipt.Published published)) {
            throw new IllegalArgumentException("the task was not taken: signal " + signal.id());
        }
        note(published, question);
        allowance.count();
    }

    void beginRound() {
        saidThisRound = 0;
        unheard.forEach(deliberation::hear);
        unheard.clear();
    }

    /** An answer becomes signals when it is taken: all of it is said then, however long its agent thought. */
    Words words(List<Draft> answer, Emission turn) {
        Instant now = context.clock().now();
        Source source = Source.agent(turn.by());
        return new Words(turn, answer.stream()
                .map(draft -> confidences.said(turn.by(), draft, stamps().at(source, now))).toList());
    }

    /** Takes note of a failure; the words that tell of it. */
    Words noted(AgentFailure failure) {
        minutes.failed(failure);
        context.events().announce(new SwarmEvent.AgentFailed(failure));
        return words(Draft.custom(RunFacts.FAILED.text(), RunFacts.failure(failure.agentId(), failure.signalIds(),
                failure.context(), failure.message())));
    }

    /** Notes and says that a part of the runtime failed. */
    void fail(String part, String what, String why) {
        say(noted(new AgentFailure(part, context.log().round(), List.of(), what, why)));
    }

    /** Says something of the runtime itself, under the same limit as everybody. */
    void say(Draft ofRuntime) {
        say(words(ofRuntime));
    }

    /** A part of the runtime says something, under the same limit as everybody; the signal, said or not. */
    Signal say(String part, Draft draft) {
        Words said = words(part, draft);
        say(said);
        return said.signals().getFirst();
    }

    /** Of the signals that are left, each turn that is said next may use an equal share: there are that many agents. */
    void shareAmong(int agents) {
        allowance.shareAmong(agents);
    }

    /** What is said next is the answer of a turn, within the share of that. */
    void beginTurn() {
        allowance.beginTurn();
    }

    void say(Words words) {
        for (Signal signal : words.signals()) {
            Optional<Refusal.Reason> against = admission.objectionTo(signal, words)
                    .or(() -> allowance.objectionTo(isRival(signal) ? 2 : 1, words));
            if (against.isPresent()) {
                refuse(signal, against.get());
            } else if (isPublished(signal, words)) {
                said(signal, words);
            }
        }
        if (words.isOfAgent()) {
            conference.turned(words.emission().by(), words.confidence());
        }
    }

    /** The limit of signals does not count the decision. */
    void sayDecision(ConsensusResult result) {
        context.clock().tick();
        Words decision = words(Draft.of(RunFacts.decision(result), result.confidence()));
        var _ = isPublished(decision.signals().getFirst(), decision);
    }

    @Override
    public void close() {
        bus.close();
    }

    HistoryView history() {
        return bus::getHistory;
    }

    /** What a decision is made of. */
    ConsensusInput heard() {
        return deliberation.input();
    }

    /** What was said, refused and failed so far. */
    Minutes minutes() {
        return minutes;
    }

    /** What each agent brought so far. */
    ContributionTracker contributions() {
        return contributions;
    }

    /** The conflicts that nobody resolved. */
    List<ConflictPair> conflicts() {
        return bus.getConflicts();
    }

    /** The conflicts that were resolved, in the order in which they were. */
    List<ConflictPair> resolvedConflicts() {
        return List.copyOf(resolved);
    }

    /** The rivalry of two proposals is over; it is noted also where the bus had seen none. */
    void resolveConflict(String signalA, String signalB) {
        ConflictPair pair = conflicts().stream().filter(open -> open.joins(signalA, signalB)).findFirst()
                .orElseGet(() -> new ConflictPair(signal(signalA), signal(signalB), context.clock().now()));
        bus.resolveConflict(signalA, signalB);
        resolved.add(pair);
        conference.resolved(pair.signalA().id(), pair.signalB().id());
    }

    /** Every conflict that this proposal is in is over. */
    void resolveConflictsOf(String signalId) {
        conflicts().stream()
                .filter(open -> open.signalA().id().equals(signalId) || open.signalB().id().equals(signalId))
                .forEach(open -> resolveConflict(open.signalA().id(), open.signalB().id()));
    }

    /** Something that was said. */
    Signal signal(String id) {
        return minutes.log().stream().filter(said -> said.id().equals(id)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("nobody said signal " + id));
    }

    /** How many signals of agents the log took in this round. */
    int saidThisRound() {
        return saidThisRound;
    }

    /** How many signals the limit counts so far. */
    int counted() {
        return allowance.counted();
    }

    int signalsLeft() {
        return allowance.left();
    }

    /** Whether something could not be said for the limit. */
    boolean isOverfull() {
        return allowance.isOverfull();
    }

    /** Counts and announces what the log has, and says the proposal in it. */
    private void said(Signal signal, Words words) {
        allowance.count();
        saidThisRound += words.isOfAgent() ? 1 : 0;
        announce(signal);
        alternatives.of(signal, words).filter(draft -> admission.mayEmit(draft.type(), words))
                .ifPresent(draft -> say(new Words(words.emission(),
                        List.of(Signal.of(draft, stamps().at(signal.source(), signal.time()))))));
    }

    /** Announces what a signal means for the deliberation that just heard it. */
    private void announce(Signal signal) {
        if (signal.payload() instanceof Payload.Proposal proposal) {
            deliberation.proposal(proposal.proposalId())
                    .ifPresent(known -> context.events().announce(new SwarmEvent.ProposalSubmitted(known)));
        } else if (signal.payload() instanceof Payload.Vote) {
            deliberation.lastVote().ifPresent(vote -> context.events().announce(new SwarmEvent.VoteCast(vote)));
        } else if (signal.payload() instanceof Payload.ToolResult tool) {
            context.events().announce(new SwarmEvent.ToolCalled(signal.source().label(), tool.toolName(),
                    tool.durationMs(), tool.isError()));
        }
    }

    /** Whether the log has it and all who listen; if not, it is refused. */
    private boolean isPublished(Signal signal, Words words) {
        try {
            return switch (bus.publish(signal, words.emission())) {
                case Receipt.Published published -> {
                    note(published, words);
                    yield true;
                }
                case Receipt.Expired _ -> {
                    refuse(signal, Refusal.Reason.EXPIRED);
                    yield false;
                }
                case Receipt.Duplicate _ -> {
                    refuse(signal, Refusal.Reason.DUPLICATE_ID);
                    yield false;
                }
            };
        } catch (IllegalArgumentException unwritable) {
            refuse(signal, Refusal.Reason.UNWRITABLE);
            if (words.isOfAgent()) {
                String agent = words.emission().by();
                fail(agent, "agent." + agent + ".publish", Outcome.Failed.words(unwritable));
            }
            return false;
        }
    }

    /** Takes note of what was said and of the conflict that the bus found in it. */
    private void note(Receipt.Published published, Words words) {
        Signal signal = published.entry().signal();
        note(signal, words);
        alternatives.said(signal);
        if (words.isOfAgent() || !isObjection(signal.payload())) {
            deliberation.hear(signal);
        } else if (!words.emission().by().equals(Infrastructure.DEBATE_MODERATOR)) {
            unheard.add(signal); // A moderator asks both sides alike and objects to neither.
        }
        onlooker.accept(signal);
        if (words.isOfAgent()) {
            conference.said(words.emission().by(), signal);
        }
        LogEntry conflict = published.conflict();
        if (conflict != null) {
            if (conflict.signal().payload() instanceof Payload.Conflict rivals) {
                conference.conflict(rivals.signalA(), signal);
            }
            note(conflict.signal(), new Words(conflict.emission(), List.of(conflict.signal())));
            allowance.count();
        }
    }

    /** Whether it contradicts another's proposal, so that the bus says a conflict beside it. */
    private boolean isRival(Signal signal) {
        return signal.payload() instanceof Payload.Proposal
                && deliberation.hasProposalOfAnother(signal.source().label());
    }

    private static boolean isObjection(Payload payload) {
        return payload instanceof Payload.Challenge || payload instanceof Payload.Doubt;
    }

    private void note(Signal signal, Words words) {
        admission.admitted(signal);
        minutes.said(signal, words);
    }

    private void refuse(Signal signal, Refusal.Reason reason) {
        Refusal refusal = new Refusal(signal, reason);
        minutes.refused(refusal);
        context.events().announce(new SwarmEvent.SignalRefused(refusal));
    }

    private Words words(Draft ofRuntime) {
        return words(Infrastructure.ORCHESTRATOR, ofRuntime);
    }

    private Words words(String part, Draft draft) {
        return new Words(Emission.by(part), List.of(Signal.of(draft, stamps().now(Source.named(part)))));
    }

    private Stamps stamps() {
        return context.log().stamps();
    }

    /** Room for all that the limit allows and the decision; nothing is swept. */
    static BusConfig busConfig(Limits limits) {
        Duration ttl = limits.timeout().multipliedBy(TTL_FACTOR);
        BusConfig defaults = BusConfig.defaults();
        int kept = Math.clamp(limits.maxSignals() + 1L, defaults.maxHistorySize(), Integer.MAX_VALUE);
        return defaults.withDefaultTtl(ttl).withMaxHistorySize(kept).withSweepInterval(Duration.ZERO);
    }
}
