package dev.waggle.swarm.consensus;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.evaluation.ConsensusEngine;
import org.jspecify.annotations.Nullable;

/** A table of proposals and the votes on them, recorded vote by vote; each vote is a second after the last. */
final class Ballots {

    static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private final List<Proposal> proposals;
    private final List<VoteRecord> votes = new ArrayList<>();

    private Ballots(List<Proposal> proposals) {
        this.proposals = proposals;
    }

    /** Proposals of these ids; the content of p1 is "do p1", its signal "sig of p1", its author "author of p1". */
    static Ballots on(String... proposalIds) {
        return on(List.of(proposalIds));
    }

    static Ballots on(List<String> proposalIds) {
        return new Ballots(proposalIds.stream().map(Ballots::proposal).toList());
    }

    static Proposal proposal(String id) {
        return new Proposal(id, "do " + id, "because", "author of " + id, "sig of " + id, 0.8, START);
    }

    Ballots agree(String agent, String proposal, double weight) {
        return cast(agent, proposal, Stance.AGREE, weight, null);
    }

    Ballots disagree(String agent, String proposal, double weight) {
        return cast(agent, proposal, Stance.DISAGREE, weight, null);
    }

    Ballots abstain(String agent, String proposal, double weight) {
        return cast(agent, proposal, Stance.ABSTAIN, weight, null);
    }

    Ballots cast(String agent, String proposal, Stance stance, double weight, @Nullable String reasoning) {
        return cast(agent, new Payload.Vote(proposal, stance, reasoning, weight), null);
    }

    Ballots cast(String agent, Payload.Vote vote, @Nullable CausalLevel level) {
        votes.add(new VoteRecord(agent, vote, START.plus(Duration.ofSeconds(votes.size())), level,
                "vote " + votes.size()));
        return this;
    }

    List<Proposal> proposals() {
        return proposals;
    }

    List<VoteRecord> votes() {
        return List.copyOf(votes);
    }

    ConsensusInput input() {
        return ConsensusInput.of(proposals, votes);
    }

    /** The same input in another order; times stay with their votes. */
    ConsensusInput shuffled(long seed) {
        Random random = new Random(seed);
        List<Proposal> dealtProposals = new ArrayList<>(proposals);
        List<VoteRecord> dealtVotes = new ArrayList<>(votes);
        Collections.shuffle(dealtProposals, random);
        Collections.shuffle(dealtVotes, random);
        return ConsensusInput.of(dealtProposals, dealtVotes);
    }

    /** Result of that strategy at threshold 0.7 with two voters. */
    ConsensusResult by(String strategy) {
        return by(strategy, 0.7);
    }

    ConsensusResult by(String strategy, double threshold) {
        return engine(strategy, threshold).evaluate(input());
    }

    static ConsensusEngine engine(String strategy, double threshold) {
        return new ConsensusEngine(ConsensusConfig.defaults().withStrategy(StrategyCatalog.named(strategy))
                .withThreshold(threshold));
    }

    /** The names of the built-in strategies, for parameterised tests. */
    static Stream<String> strategies() {
        return StrategyCatalog.builtIn().stream().map(ConsensusStrategy::id);
    }
}
