package dev.waggle.swarm.engine.loop;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.waggle.math.inference.VoterModel;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.trace.TraceAttribute;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.trace.TraceSpanKind;
import dev.waggle.swarm.agent.DebateContext;
import dev.waggle.swarm.consensus.ConfidenceModel;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.evaluation.DebateOdds;
import dev.waggle.swarm.engine.record.EventDispatcher;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.record.SolveTrace;
import dev.waggle.swarm.engine.speech.SolveBus;
import dev.waggle.swarm.engine.turn.AgentRoster;
import dev.waggle.swarm.engine.turn.AgentSeat;
import dev.waggle.swarm.engine.turn.StopGuard;
import dev.waggle.swarm.engine.turn.TurnRunner;
import dev.waggle.swarm.event.DebateResult;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.runlog.LoopVersion;

/**
 * Runs a debate of two rival proposals, within all limits of the solve.
 *
 * <pre>
 *   the moderator challenges both -> who hears it attacks, defends and votes -> odds of the two
 *        ^                                                                        |
 *        +---- even so far: the next round asks for new evidence -----------------+-> one of the two wins, or nobody
 * </pre>
 *
 * <p>Only new or changed votes on the two move the odds ({@link DebateOdds}). Mail unanswered before the debate waits
 * for the next round of the solve, and so do the last signals of the debate. Owned by the thread of the solve.
 */
final class DebateRunner {

    /** Key of the extension with the round of a debate, from 1, that a challenge of the moderator opens. */
    static final String ROUND = "debateRound";

    /** Confidence of the moderator that a question is worth asking. */
    private static final double CHALLENGE_CONFIDENCE = 0.9;

    /** Two challenges and one answer: with less room nothing can come of a round. */
    private static final int MIN_SIGNALS_LEFT = 3;

    private final int maxRounds;
    private final LoopVersion loop;
    private final Optional<VoterModel> voters;
    private final EventDispatcher events;
    private final SolveTrace trace;
    private final StopGuard guard;
    private final SolveBus bus;
    private final AgentRoster seats;
    private final TurnRunner turns;
    private final VoteEvaluator votes;
    private final List<DebateResult> results = new ArrayList<>();

    DebateRunner(SolveContext context, StopGuard guard, SolveBus bus, AgentRoster seats, TurnRunner turns,
            VoteEvaluator votes) {
        maxRounds = context.config().consensus().maxDebateRounds();
        loop = context.loop();
        voters = loop.confidence(context.config().math().thresholds().dependence()).map(ConfidenceModel::voters);
        events = context.events();
        trace = context.trace();
        this.guard = guard;
        this.bus = bus;
        this.seats = seats;
        this.turns = turns;
        this.votes = votes;
    }

    /** True if the limits leave room for a debate. */
    boolean hasRoom() {
        return guard.stopReason().isEmpty() && !guard.isSpent() && bus.signalsLeft() >= MIN_SIGNALS_LEFT;
    }

    /** Debates the two. */
    void debate(Proposal a, Proposal b) {
        TraceSpan span = trace.begin(TraceSpanKind.DEBATE, a.id());
        if (span.isRecording()) {
            span.set(TraceAttribute.PROPOSAL_ID, a.sourceSignalId());
            span.set(TraceAttribute.RIVAL_ID, b.sourceSignalId());
        }
        DebateResult result = span.measure(() -> {
            DebateResult held = hold(a, b);
            span.set(TraceAttribute.RESOLVED, held.resolved());
            span.set(TraceAttribute.ROUNDS, held.roundsUsed());
            return held;
        });
        results.add(result);
    }

    private DebateResult hold(Proposal a, Proposal b) {
        events.dispatch(new SwarmEvent.DebateStarted(a.id(), b.id()));
        int from = bus.summary().log().size();
        seats.all().forEach(AgentSeat::suspendMail);
        DebateOdds odds = DebateOdds.of(votes.weightedInput(), votes.rules(),
                voters,
                a.id(), b.id());
        int round = 0;
        boolean goesOn = true;
        while (goesOn && round < maxRounds && hasRoom()) {
            round++;
            goesOn = runDebateRound(a, b, round);
            odds = odds.updatedWith(votes.weightedInput());
            events.dispatch(new SwarmEvent.DebateRoundEnded(round, odds.probabilities()));
            goesOn = goesOn && !odds.isResolved();
        }
        seats.all().forEach(AgentSeat::resumeMail);
        boolean resolved = odds.isResolved() && !isCutOff();
        if (resolved) {
            bus.resolveConflict(a.sourceSignalId(), b.sourceSignalId());
        }
        List<Signal> drafts = bus.summary().log();
        DebateResult result = new DebateResult(a.id(), b.id(), resolved ? odds.leader() : null,
                resolved ? odds.probability(odds.leader()) : 0, round, drafts.subList(from, drafts.size()));
        events.dispatch(new SwarmEvent.DebateEnded(result));
        return result;
    }

    /** Reason to stop the solve during a debate, if any. */
    Optional<SolveEnding> stop() {
        return guard.stopReason().or(() -> bus.isOverfull() ? Optional.of(LoopStop.MAX_SIGNALS) : Optional.empty());
    }

    /** Every debate so far, in order. */
    List<DebateResult> results() {
        return results;
    }

    /** A round of a debate; whether another may follow. */
    private boolean runDebateRound(Proposal a, Proposal b, int round) {
        guard.beginRound();
        Set<String> challenges = new HashSet<>();
        challenges.add(bus.publish(InfrastructureNames.DEBATE_MODERATOR, challenge(a, b, round)).id());
        challenges.add(bus.publish(InfrastructureNames.DEBATE_MODERATOR, challenge(b, a, round)).id());
        DebateContext debate = new DebateContext(bus.signal(a.sourceSignalId()), bus.signal(b.sourceSignalId()), round,
                maxRounds);
        List<AgentSeat> receivers = seats.active().stream().filter(seat -> seat.hasReceived(challenges))
                .filter(seat -> mayJudge(seat, debate)).toList();
        turns.run(receivers, debate);
        turns.publish();
        return !receivers.isEmpty() && !isCutOff();
    }

    /**
     * True if the agent may know both proposals, which the moderator then shows to it. The first version of the loop
     * asks every agent that was challenged.
     */
    private boolean mayJudge(AgentSeat seat, DebateContext debate) {
        return bus.show(seat.id(), List.of(debate.proposalA(), debate.proposalB()))
                || !loop.isAtLeast(LoopVersion.SECOND);
    }

    /** True if a limit ended the debate before all agents could answer. */
    private boolean isCutOff() {
        return stop().isPresent();
    }

    private Draft challenge(Proposal target, Proposal rival, int round) {
        String attacked = name(target);
        String other = name(rival);
        String names = attacked + " and " + other;
        String argument = round == 1
                ? names + " rival each other. What are the weaknesses of " + attacked
                        + ", and what speaks for " + other + " instead? Attack it or defend it,"
                        + " and vote on both."
                : names + " are still open. What NEW evidence is there against " + attacked
                        + ", or for it, that has not been said yet? Vote again only if it changes your mind.";
        return Draft.of(new Payload.Challenge(target.sourceSignalId(), argument, null), CHALLENGE_CONFIDENCE)
                .inReplyTo(target.sourceSignalId()).withExtension(ROUND, JsonValue.of(round));
    }

    /** Name of a proposal in a challenge: that of the prompts, or its id in the first version of the loop. */
    private String name(Proposal proposal) {
        Optional<String> name = loop.isAtLeast(LoopVersion.SECOND)
                ? bus.proposalName(proposal.id())
                : Optional.empty();
        return name.orElseGet(() -> JsonLine.quoted(proposal.id()));
    }
}
