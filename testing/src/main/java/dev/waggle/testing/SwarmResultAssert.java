package dev.waggle.testing;

import java.util.List;
import java.util.function.Predicate;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SolveEnding;
import org.assertj.core.api.AbstractAssert;

/** Assertions on the outcome of a solve. */
public final class SwarmResultAssert extends AbstractAssert<SwarmResultAssert, SwarmResult> {

    SwarmResultAssert(SwarmResult actual) {
        super(actual, SwarmResultAssert.class);
    }

    /**
     * Passes when the swarm decided for that proposal.
     *
     * @param proposal its id or its content; the swarm makes the ids of proposals of models
     */
    public SwarmResultAssert decided(String proposal) {
        isNotNull();
        boolean isWinner = actual.consensus().leader()
                .filter(leader -> leader.id().equals(proposal) || leader.content().equals(proposal)).isPresent();
        if (!isWinner || !actual.consensus().decided()) {
            failWithMessage("expected a decision for \"%s\", but %s", proposal, state());
        }
        return this;
    }

    /** Passes when the swarm decided for nothing. */
    public SwarmResultAssert isUndecided() {
        isNotNull();
        if (actual.consensus().decided()) {
            failWithMessage("expected no decision, but %s", state());
        }
        return this;
    }

    /**
     * Passes when the probability that the leading proposal is right is at least that; if nothing leads it is 0.
     *
     * @param confidence 0..1
     */
    public SwarmResultAssert hasConfidenceAtLeast(double confidence) {
        isNotNull();
        if (!(confidence >= 0 && confidence <= 1)) {
            throw new IllegalArgumentException("confidence must be between 0 and 1, got " + confidence);
        }
        if (actual.confidence() < confidence) {
            failWithMessage("expected a confidence of at least %s, got %s: %s", confidence, actual.confidence(),
                    state());
        }
        return this;
    }

    /**
     * Passes when the agreement with the decision is at least that; without a decision it is 0.
     *
     * @param agreement 0..1
     */
    public SwarmResultAssert hasAgreementAtLeast(double agreement) {
        isNotNull();
        if (!(agreement >= 0 && agreement <= 1)) {
            throw new IllegalArgumentException("agreement must be between 0 and 1, got " + agreement);
        }
        if (actual.agreement() < agreement) {
            failWithMessage("expected an agreement of at least %s, got %s: %s", agreement, actual.agreement(), state());
        }
        return this;
    }

    /** Passes when the solve ended for that reason, for example {@code SolveEnding.LoopStop.CONSENSUS}. */
    public SwarmResultAssert endedBy(SolveEnding ending) {
        isNotNull();
        if (!actual.ending().equals(ending)) {
            failWithMessage("expected the end \"%s\", got \"%s\" (%s): %s", ending.wireName(),
                    actual.ending().wireName(), actual.endingDetail(), state());
        }
        return this;
    }

    /** Passes when no turn failed. */
    public SwarmResultAssert hasNoFailures() {
        isNotNull();
        if (!actual.failures().isEmpty()) {
            failWithMessage("expected no failed turn, got %d:%n%s", actual.failures().size(), failures());
        }
        return this;
    }

    /**
     * Passes when a turn of that agent failed with such a message.
     *
     * @param message a part of it
     */
    public SwarmResultAssert hasFailure(String agent, String message) {
        isNotNull();
        if (actual.failures().stream()
                .noneMatch(failure -> failure.agentId().equals(agent) && failure.message().contains(message))) {
            failWithMessage("expected a failed turn of %s with \"%s\", got%n%s", agent, message,
                    actual.failures().isEmpty() ? "no failed turn" : failures());
        }
        return this;
    }

    /**
     * Passes when the calls of models cost at most that.
     *
     * @param usd US dollars by the price table of the swarm, at least 0
     */
    public SwarmResultAssert costsAtMost(double usd) {
        isNotNull();
        if (!(usd >= 0)) {
            throw new IllegalArgumentException("usd must be at least 0, got " + usd);
        }
        if (!(actual.cost().estimatedUsd() <= usd)) {
            failWithMessage("expected a cost of at most %s USD, got %s USD: %d calls, %s tokens, by payer %s", usd,
                    actual.cost().estimatedUsd(), actual.cost().total().calls(), actual.cost().tokens(),
                    actual.cost().byPayer());
        }
        return this;
    }

    /** Passes when the solve took at most so many rounds. */
    public SwarmResultAssert tookAtMostRounds(int rounds) {
        isNotNull();
        if (actual.timing().roundsUsed() > rounds) {
            failWithMessage("expected at most %d rounds, got %d: %s", rounds, actual.timing().roundsUsed(), state());
        }
        return this;
    }

    /** Passes when the swarm heard such a signal of that agent: the agent published one that fits. */
    public SwarmResultAssert heard(String agent, Predicate<? super Signal> condition) {
        isNotNull();
        if (signalsOf(agent).stream().noneMatch(condition)) {
            failWithMessage("expected a signal of %s that fits, but %s", agent, published(agent));
        }
        return this;
    }

    /** Passes when the swarm heard a signal of that kind of that agent, for example {@code Payload.Vote.class}. */
    public SwarmResultAssert heard(String agent, Class<? extends Payload> kind) {
        isNotNull();
        if (signalsOf(agent).stream().noneMatch(signal -> kind.isInstance(signal.payload()))) {
            failWithMessage("expected a %s of %s, but %s", kind.getSimpleName(), agent, published(agent));
        }
        return this;
    }

    private List<Signal> signalsOf(String agent) {
        return actual.signalLog().stream().filter(signal -> signal.source().label().equals(agent)).toList();
    }

    private String published(String agent) {
        List<Signal> signals = signalsOf(agent);
        if (signals.isEmpty()) {
            return agent + " published nothing; authors are "
                    + actual.signalLog().stream().map(signal -> signal.source().label()).distinct().toList();
        }
        return agent + " published" + lines(signals.stream().map(signal -> signal.type() + " " + signal.payload())
                .toList());
    }

    private String state() {
        List<String> standings = actual.consensus().standings().stream().map(SwarmResultAssert::standing).toList();
        return (actual.consensus().decided() ? "it decided" : "it did not decide") + ": "
                + actual.consensus().reasoning() + " (" + actual.endingDetail() + ")"
                + (standings.isEmpty() ? System.lineSeparator() + "nothing was proposed" : lines(standings))
                + (actual.failures().isEmpty() ? "" : System.lineSeparator() + "failed turns:" + failures());
    }

    private static String standing(ProposalStanding standing) {
        Proposal proposal = standing.proposal();
        return "\"" + proposal.content() + "\" by " + proposal.sourceAgentId() + ", id " + proposal.id() + ": "
                + standing.agreeVoters() + " of " + standing.allVoters() + " voters agree";
    }

    private String failures() {
        return lines(actual.failures().stream().map(SwarmResultAssert::failure).toList());
    }

    private static String failure(AgentFailure failure) {
        return failure.agentId() + " in round " + failure.round() + ": " + failure.message();
    }

    private static String lines(List<String> items) {
        return items.stream().map(item -> System.lineSeparator() + "  " + item).reduce("", String::concat);
    }
}
