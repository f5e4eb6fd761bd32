package dev.waggle.swarm.lens.data;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.equivalence.ProposalMerge;
import dev.waggle.swarm.equivalence.ProposalMerge.MergeReason;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.identity.UnstatedConfidence;

/**
 * A debate of votes alone, in their order, on proposals {@code p0}, {@code p1} and so on.
 *
 * @param kind the posterior
 * @param rule the rule of ballots
 * @param proposals the number of proposals
 */
record VoteDebate(PosteriorKind kind, BallotRule rule, int proposals, List<CastVote> votes) {

    private static final Source RUNTIME = Source.named(InfrastructureNames.ORCHESTRATOR);

    VoteDebate {
        votes = List.copyOf(votes);
    }

    /** A vote of an agent. */
    record CastVote(String agent, String proposal, Stance stance, double weight, double confidence) {

        private static final AtomicInteger ANSWERS = new AtomicInteger();

        static CastVote agree(String agent, String proposal, double confidence) {
            return new CastVote(agent, proposal, Stance.AGREE, 1, confidence);
        }

        static CastVote disagree(String agent, String proposal, double confidence) {
            return new CastVote(agent, proposal, Stance.DISAGREE, 1, confidence);
        }

        static CastVote random(Random random, String agent, String proposal) {
            return random(random, agent, proposal, random.nextInt(4) == 0 ? Stance.DISAGREE
                    : random.nextInt(12) == 0 ? Stance.ABSTAIN : Stance.AGREE);
        }

        static CastVote random(Random random, String agent, String proposal, Stance stance) {
            double confidence = switch (random.nextInt(4)) {
                case 0 -> 1;
                case 1 -> 0.8;
                case 2 -> 0.01 * random.nextInt(3);
                default -> random.nextDouble();
            };
            return new CastVote(agent, proposal, stance, random.nextInt(4) == 0 ? random.nextDouble() : 1, confidence);
        }

        CastVote by(String other) {
            return new CastVote(other, proposal, stance, weight, confidence);
        }

        /** The vote as an answer of its own. */
        Signal signal() {
            return signalOfAnswer(ANSWERS.incrementAndGet());
        }

        /** The vote as a part of the answer with that number. */
        Signal signalOfAnswer(int answer) {
            return VoteDebate.signal(Source.agent(agent), "vote", Instant.EPOCH.plusMillis(answer), draft());
        }

        /** The same vote of a speaker that stated no confidence. */
        Signal unstated() {
            return VoteDebate.signal(Source.agent(agent), "vote", Instant.EPOCH,
                    UnstatedConfidence.mark(draft()));
        }

        private Draft draft() {
            return Draft.of(new Payload.Vote(proposal, stance, null, weight), confidence);
        }
    }

    static VoteDebate of(int proposals, CastVote... votes) {
        return new VoteDebate(PosteriorKind.BY_VOTER, BallotRule.APPROVAL, proposals, List.of(votes));
    }

    /** That many agreements with each of the proposals, all of that confidence. */
    static VoteDebate split(PosteriorKind kind, double confidence, int... agreements) {
        List<CastVote> votes = new ArrayList<>();
        for (int proposal = 0; proposal < agreements.length; proposal++) {
            for (int voter = 0; voter < agreements[proposal]; voter++) {
                votes.add(CastVote.agree("v" + votes.size(), "p" + proposal, confidence));
            }
        }
        return new VoteDebate(kind, BallotRule.EXCLUSIVE, agreements.length, votes);
    }

    static VoteDebate random(Random random, PosteriorKind kind) {
        int proposals = 1 + random.nextInt(5);
        int agents = random.nextInt(random.nextInt(12) == 0 ? 40 : 9);
        int favourite = random.nextInt(proposals);
        List<CastVote> votes = new ArrayList<>();
        for (int agent = 0; agent < agents; agent++) {
            for (int vote = 1 + (random.nextInt(3) == 0 ? random.nextInt(3) : 0); vote > 0; vote--) {
                int proposal = random.nextInt(3) == 0 ? favourite : random.nextInt(proposals);
                votes.add(CastVote.random(random, "a" + agent, "p" + proposal));
            }
        }
        return new VoteDebate(kind, random.nextBoolean() ? BallotRule.APPROVAL : BallotRule.EXCLUSIVE, proposals,
                votes);
    }

    VoteDebate with(CastVote... more) {
        List<CastVote> all = new ArrayList<>(votes);
        all.addAll(List.of(more));
        return with(all);
    }

    VoteDebate with(List<CastVote> others) {
        return new VoteDebate(kind, rule, proposals, others);
    }

    String proposal(Random random) {
        return "p" + random.nextInt(proposals);
    }

    /** The data after all votes. */
    DeliberationData data() {
        return data(LensThresholds.defaults().dependence());
    }

    /** The data after all votes, with that dependence. */
    DeliberationData data(double dependence) {
        DeliberationData data = open(dependence);
        votes.forEach(vote -> data.accept(vote.signal()));
        return data;
    }

    /** The data before the first vote. */
    DeliberationData open() {
        return open(LensThresholds.defaults().dependence());
    }

    private DeliberationData open(double dependence) {
        DeliberationData data = new DeliberationData(new LensContext(List.of(), 10,
                new LensThresholds(0.3, 0.05, 0.7, dependence), _ -> new Random(1)).with(kind), rule);
        data.beginRound(1);
        for (int proposal = 0; proposal < proposals; proposal++) {
            data.accept(proposal("p" + proposal, RUNTIME));
        }
        return data;
    }

    /** A proposal of that agent. */
    static Signal proposal(String id, String agent) {
        return proposal(id, Source.agent(agent));
    }

    /** A merge by the runtime; it comes before the later proposal. */
    static Signal merge(String from, String into) {
        return signal(RUNTIME, "merge", Draft.custom(ProposalMerge.MERGED.text(),
                new ProposalMerge(from, into, MergeReason.RULE, "same").toPayload()));
    }

    /** A split by the runtime. */
    static Signal split(String proposal) {
        return signal(RUNTIME, "split", Draft.custom(ProposalMerge.SPLIT.text(), ProposalMerge.split(proposal)));
    }

    private static Signal proposal(String id, Source source) {
        return signal(source, "signal of " + id, proposal(id));
    }

    /** The same proposal of an agent that stated no confidence. */
    static Signal unstatedProposal(String id, String agent) {
        return signal(Source.agent(agent), "signal of " + id, UnstatedConfidence.mark(proposal(id)));
    }

    private static Draft proposal(String id) {
        return Draft.of(new Payload.Proposal(id, "do " + id, ""), 0.8);
    }

    private static Signal signal(Source source, String id, Draft draft) {
        return signal(source, id, Instant.EPOCH, draft);
    }

    private static Signal signal(Source source, String id, Instant time, Draft draft) {
        return Signal.of(draft, new Stamp(id, source, time, Scope.ofRun("run", 1)));
    }
}
