package dev.waggle.review.whatif;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConfidenceModel;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.LearnedStrategy;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.consensus.VoteTally;
import dev.waggle.swarm.consensus.evaluation.ConsensusEngine;

/**
 * Recount of the votes that count: as they were cast, with some of them changed, or under another rule. Only votes that
 * count can be changed; a vote that its voter replaced or took back stays so, even when the later one is changed. Every
 * question costs O(proposals + votes).
 */
public final class VoteRecount {

    private final ConsensusConfig config;
    private final Optional<ConfidenceModel> confidence;
    private final ConsensusEngine engine;
    private final List<Proposal> proposals;
    private final List<VoteRecord> counted;
    private final ConsensusInput input;
    private final ConsensusResult result;
    private final VoteOutcome outcome;

    /** Counts the votes of an input under a rule, for voters that have read each other. */
    public VoteRecount(ConsensusInput input, ConsensusConfig config) {
        this(input, config, Optional.of(ConfidenceModel.readers()));
    }

    /**
     * Counts the votes of an input under a rule.
     *
     * @param confidence the assumption by which votes become a probability; empty for results without one
     */
    public VoteRecount(ConsensusInput input, ConsensusConfig config, Optional<ConfidenceModel> confidence) {
        this.config = config;
        this.input = input;
        this.confidence = confidence;
        engine = new ConsensusEngine(config, confidence);
        proposals = input.proposals();
        counted = inOrderOfCasting(input, config);
        result = engine.evaluate(input);
        outcome = VoteOutcome.of(result);
    }

    /** The rule. */
    public ConsensusConfig config() {
        return config;
    }

    /** The votes that count, in the order of casting. */
    public List<VoteRecord> counted() {
        return counted;
    }

    /** The tally of all votes. */
    public VoteTally tally() {
        return config.tally(input);
    }

    /** Result of all votes. */
    public ConsensusResult result() {
        return result;
    }

    /** Outcome of all votes. */
    public VoteOutcome outcome() {
        return outcome;
    }

    /** Number of votes that one question examines, at least 1. */
    int size() {
        return Math.max(1, counted.size());
    }

    /** Outcome when these votes, by their place in {@link #counted()}, are changed. */
    VoteOutcome with(VoteChange change, BitSet votes) {
        List<VoteRecord> changed = new ArrayList<>(counted.size());
        for (int i = 0; i < counted.size(); i++) {
            VoteRecord vote = counted.get(i);
            if (votes.get(i)) {
                change.of(vote).ifPresent(changed::add);
            } else {
                changed.add(vote);
            }
        }
        return of(changed);
    }

    /** The outcome with every vote that fits changed. */
    public VoteOutcome with(VoteChange change, Predicate<VoteRecord> fits) {
        return of(counted.stream()
                .flatMap(vote -> fits.test(vote) ? change.of(vote).stream() : Stream.of(vote)).toList());
    }

    /** The outcome without any vote of an agent. */
    public VoteOutcome without(String agent) {
        return with(VoteChange.ABSENT, vote -> vote.agentId().equals(agent));
    }

    /** Outcome with further votes. */
    VoteOutcome withFurther(List<VoteRecord> further) {
        List<VoteRecord> more = new ArrayList<>(counted);
        more.addAll(further);
        return of(more);
    }

    /** The same votes under another rule. */
    public ConsensusResult under(ConsensusConfig other) {
        return under(counted, other);
    }

    /** These votes under another rule. */
    ConsensusResult under(List<VoteRecord> votes, ConsensusConfig other) {
        return new ConsensusEngine(other, confidence).evaluate(ConsensusInput.of(proposals, withFirst(votes)));
    }

    private VoteOutcome of(List<VoteRecord> votes) {
        return VoteOutcome.of(engine.evaluate(ConsensusInput.of(proposals, withFirst(votes))));
    }

    /**
     * The votes with the first agreement of each agent, which {@code learned} counts too. One that would count again, as
     * its agent has no later agreement, is left out.
     */
    private List<VoteRecord> withFirst(List<VoteRecord> votes) {
        if (!(config.strategy() instanceof LearnedStrategy learned) || learned.weights().isEmpty()) {
            return votes;
        }
        Set<String> firstOf = new HashSet<>();
        List<VoteRecord> all = new ArrayList<>();
        for (VoteRecord cast : input.votes().stream().sorted(Comparator.comparing(VoteRecord::time)).toList()) {
            boolean isFirst = cast.vote().stance() == Stance.AGREE && firstOf.add(cast.agentId());
            if (isFirst && votes.stream().noneMatch(vote -> vote.equals(cast))
                    && votes.stream().anyMatch(vote -> replaces(vote, cast))) {
                all.add(cast);
            }
        }
        all.addAll(votes);
        return all;
    }

    private boolean replaces(VoteRecord vote, VoteRecord cast) {
        boolean isLater = vote.time().isAfter(cast.time()) && (vote.turn() == 0 || vote.turn() != cast.turn());
        return isLater && vote.agentId().equals(cast.agentId()) && (vote.proposalId().equals(cast.proposalId())
                || (config.ballots() == BallotRule.EXCLUSIVE && vote.vote().stance() == Stance.AGREE));
    }

    private static List<VoteRecord> inOrderOfCasting(ConsensusInput input, ConsensusConfig config) {
        Set<VoteRecord> counting = Collections.newSetFromMap(new IdentityHashMap<>());
        counting.addAll(config.tally(input).votes());
        return input.votes().stream().filter(counting::contains).toList();
    }
}
