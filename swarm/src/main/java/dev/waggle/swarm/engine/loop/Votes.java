package dev.waggle.swarm.engine.loop;

import java.time.Duration;
import java.util.Optional;

import dev.waggle.signal.JsonValue;
import dev.waggle.swarm.agent.Infrastructure;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusEngine;
import dev.waggle.swarm.consensus.ConsensusFailure;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.runlog.TextJson;
import dev.waggle.swarm.event.Ending.LoopStop;
import org.jspecify.annotations.Nullable;
import dev.waggle.swarm.engine.record.LoggedState;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.speech.Podium;
import dev.waggle.swarm.engine.turn.Guard;
import dev.waggle.swarm.event.Ending;
import dev.waggle.swarm.event.SwarmEvent;

/**
 * What the votes of a solve say whenever they are looked at, and how that is told: announced, and a decision is said.
 * Owned by the thread of the solve.
 */
final class Votes {

    private final ConsensusEngine engine;
    private final VotePipeline pipeline;
    private final SolveContext context;
    private final Guard guard;
    private final Podium podium;
    private final LoggedState leader = new LoggedState("leader", JsonValue.ofNull());
    private boolean ready;
    private @Nullable ConsensusResult last;
    private @Nullable ConsensusInput read;
    private @Nullable ConsensusFailure told;

    Votes(SolveContext context, VotePipeline pipeline, Guard guard, Podium podium) {
        this.context = context;
        this.pipeline = pipeline;
        this.guard = guard;
        this.podium = podium;
        ConsensusConfig rules = context.config().consensus().withMaxWeight(pipeline.heaviest());
        engine = new ConsensusEngine(rules.withStrategy(new SteadyStrategy(rules.strategy(),
                why -> podium.fail(Infrastructure.ORCHESTRATOR, "consensus.strategy", why))));
    }

    /** The rules, with the weights that votes can have. */
    ConsensusConfig rules() {
        return engine.config();
    }

    /** What was said, with votes as heavy as they count. */
    ConsensusInput weighed() {
        return pipeline.weigh(podium.heard());
    }

    /** Looks at the votes when enough agents have voted. */
    void checkWhenReady() {
        long start = context.world().nanos();
        ConsensusInput input = weighed();
        Optional<ConsensusResult> result = isDividedForMajority()
                ? Optional.of(input).filter(engine::canEvaluate).map(engine::evaluateByMajority)
                : engine.evaluateWhenReady(input);
        result.ifPresent(found -> note(found.took(Duration.ofNanos(context.world().nanos() - start)), input));
        ready = result.isPresent();
    }

    /** The proposal that leads now; looking changes nothing. */
    Optional<Proposal> leader() {
        return engine.evaluate(weighed()).leader();
    }

    /** Whether enough agents had voted when that was asked last. */
    boolean wereReady() {
        return ready;
    }

    /** What was found when they were last looked at, as a sentence. */
    String reasoning() {
        return last == null ? "" : last.reasoning();
    }

    /** Looks at the votes again when something that can change what they say came since they were last looked at. */
    void checkWhatIsNew() {
        if (isMoreHeard()) {
            check();
        }
    }

    /** Looks at the votes, however many there are. */
    void check() {
        ConsensusInput input = weighed();
        note(evaluate(input), input);
    }

    /** What was found so far is of no use in the end: they are looked at once more. */
    void expire() {
        read = null;
    }

    /** Whether they decided when they were last looked at. */
    boolean haveDecided() {
        return last != null && last.decided();
    }

    /**
     * Where the proposals stand in the end, by all that was said: as when they were last looked at; looked at now when
     * more was heard since, or when that was {@link #expire asked for}.
     */
    ConsensusResult lastWords(Ending why) {
        ConsensusInput input = weighed();
        if (isMoreHeard() && !input.proposals().isEmpty()) {
            note(evaluate(input), input);
        }
        ConsensusResult result = last == null ? engine.evaluate(input) : last;
        if (!result.decided()) {
            tellFailure(result, failure(why).orElseGet(() -> engine.failure(input)));
        }
        return result;
    }

    private ConsensusResult evaluate(ConsensusInput input) {
        return isDividedForMajority() ? engine.evaluateByMajority(input) : engine.evaluate(input);
    }

    private boolean isMoreHeard() {
        return !podium.heard().equals(read);
    }

    private boolean isDividedForMajority() {
        return rules().conflictResolution() == ConflictResolution.MAJORITY && !podium.conflicts().isEmpty();
    }

    /** Takes note of a result; a decision goes into the log as {@code consensus:reached}. */
    private void note(ConsensusResult result, ConsensusInput input) {
        last = result;
        read = podium.heard();
        context.events().announce(new SwarmEvent.ConsensusChecked(result));
        if (result.decided()) {
            context.events().announce(new SwarmEvent.ConsensusReached(result));
        } else {
            told = null;
            tellFailure(result, guard.stop().flatMap(Votes::failure).orElseGet(() -> engine.failure(input)));
        }
        result.leader().ifPresent(first -> leader.set(TextJson.of(first.id()), first.sourceAgentId(),
                first.sourceSignalId(), context.log()));
        if (result.decided()) {
            if (isDividedForMajority()) {
                podium.resolveConflictsOf(result.leader().orElseThrow().sourceSignalId());
            }
            podium.sayDecision(result);
        }
    }

    /** Tells why nothing is decided, unless that was told of this result already. */
    private void tellFailure(ConsensusResult result, ConsensusFailure reason) {
        if (told != reason) {
            told = reason;
            context.events().announce(new SwarmEvent.ConsensusFailed(result, reason));
        }
    }

    /** The endings that are a reason of their own. */
    private static Optional<ConsensusFailure> failure(Ending why) {
        if (why == LoopStop.TIMEOUT) {
            return Optional.of(ConsensusFailure.TIMEOUT);
        }
        return why == LoopStop.ESCALATED ? Optional.of(ConsensusFailure.ESCALATED) : Optional.empty();
    }
}
