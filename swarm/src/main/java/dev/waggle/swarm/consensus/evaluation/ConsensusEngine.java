package dev.waggle.swarm.consensus.evaluation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConfidenceEstimate;
import dev.waggle.swarm.consensus.ConfidenceModel;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.ConsensusResult.ConsensusFailure;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.consensus.ConsensusResult.VoteReading;
import dev.waggle.swarm.consensus.ConsensusStrategy;
import dev.waggle.swarm.consensus.ConsensusVerdict;
import dev.waggle.swarm.consensus.DecisionRule;
import dev.waggle.swarm.consensus.Dissent;
import dev.waggle.swarm.consensus.Dissent.Objection;
import dev.waggle.swarm.consensus.LearnedCase;
import dev.waggle.swarm.consensus.LearnedStrategy;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.consensus.VoteTally;
import org.jspecify.annotations.Nullable;

/** Evaluates the configured strategy and adds the standings, the voting record and the dissent. */
public final class ConsensusEngine {

    /** Strategy name in a result that the majority of the voters decided. */
    private static final String MAJORITY = "majority";

    private final ConsensusConfig config;
    private final Optional<ConfidenceModel> confidence;
    private final ApprovalEvaluator approvals;
    private final VoteReading reading;

    /** Engine for voters that have read each other. */
    public ConsensusEngine(ConsensusConfig config) {
        this(config, Optional.of(ConfidenceModel.readers()));
    }

    /**
     * Engine for voters of that kind.
     *
     * @param confidence the assumption by which votes become a probability; empty for results without one
     */
    public ConsensusEngine(ConsensusConfig config, Optional<ConfidenceModel> confidence) {
        this(config, confidence, cases(config.strategy(), confidence));
    }

    /**
     * Engine for voters of that kind, whose votes weights learn from as such cases.
     *
     * @param confidence the assumption by which votes become a probability; empty for results without one
     */
    public ConsensusEngine(ConsensusConfig config, Optional<ConfidenceModel> confidence, LearnedCase cases) {
        this.config = config;
        this.confidence = confidence;
        approvals = new ApprovalEvaluator(config.approval());
        reading = new VoteReading(config.ballots(), config.maxWeight(), cases);
    }

    /** The cases of the strategy, else those of voters that have read each other, in a panel of those that voted. */
    private static LearnedCase cases(ConsensusStrategy strategy, Optional<ConfidenceModel> confidence) {
        LearnedCase usual = LearnedCase.ofReaders("", 0);
        return strategy instanceof LearnedStrategy learned ? learned.cases()
                : confidence.map(model -> usual.withDependence(model.voters().dependence())).orElse(usual);
    }

    public ConsensusConfig config() {
        return config;
    }

    /** True if there is a proposal and at least {@code minVoters} different agents voted on known proposals. */
    public boolean canEvaluate(ConsensusInput input) {
        return canEvaluate(config.tally(input));
    }

    /**
     * Result of the votes. Below {@code minVoters} the leader is named and nothing is decided.
     *
     * @throws IllegalStateException when a custom strategy names a leader that was not proposed
     */
    public ConsensusResult evaluate(ConsensusInput input) {
        return evaluate(config.tally(input), input);
    }

    /** Reason why the votes do not decide, derived from the proposals and votes. */
    public ConsensusFailure failure(ConsensusInput input) {
        if (input.proposals().isEmpty()) {
            return ConsensusFailure.NO_PROPOSALS;
        }
        return canEvaluate(input) ? ConsensusFailure.NO_MAJORITY : ConsensusFailure.INSUFFICIENT_VOTERS;
    }

    /** Result of the votes when {@link #canEvaluate}, else empty; adds the votes up once. */
    public Optional<ConsensusResult> evaluateWhenReady(ConsensusInput input) {
        VoteTally tally = config.tally(input);
        return canEvaluate(tally) ? Optional.of(evaluate(tally, input)) : Optional.empty();
    }

    /**
     * Result of the votes, or of the majority of the voters if the strategy does not decide. It is for proposals in
     * conflict under {@link ConflictResolution#MAJORITY}.
     */
    public ConsensusResult evaluateByMajority(ConsensusInput input) {
        VoteTally tally = config.tally(input);
        ConsensusVerdict verdict = verdict(tally);
        ConsensusVerdict majority = verdict.decided()
                ? verdict
                : approvals.evaluate(tally, this::verdictOrMajority);
        return result(majority, majority.decided() && !verdict.decided() ? MAJORITY : config.strategy().id(), tally,
                input);
    }

    private ConsensusResult evaluate(VoteTally tally, ConsensusInput input) {
        return result(verdict(tally), config.strategy().id(), tally, input);
    }

    private ConsensusVerdict verdict(VoteTally tally) {
        return approvals.evaluate(tally, this::verdictOfVotes);
    }

    private ConsensusVerdict verdictOrMajority(VoteTally tally) {
        ConsensusVerdict verdict = verdictOfVotes(tally);
        return verdict.decided() ? verdict : majority(tally, verdict);
    }

    private ConsensusResult result(ConsensusVerdict verdict, String strategy, VoteTally tally, ConsensusInput input) {
        double[] figures = strategy.equals(MAJORITY) ? majorities(tally) : figures(tally);
        return new ConsensusResult(verdict, strategy, standings(tally, verdict, figures), input.votes(),
                dissent(tally, verdict, input.objections()), tally.rejectedVotes(), Duration.ZERO,
                confidence.map(model -> estimate(model, tally, verdict.leader()))
                        .orElseGet(() -> ConfidenceEstimate.ofAgreement(verdict)),
                Optional.of(reading));
    }

    private boolean canEvaluate(VoteTally tally) {
        return tally.size() > 0 && tally.voters() >= config.minVoters();
    }

    private ConsensusVerdict verdictOfVotes(VoteTally tally) {
        if (tally.size() == 0) {
            return ConsensusVerdict.none("there is no proposal");
        }
        if (tally.voters() == 0) {
            return ConsensusVerdict.none("nobody voted on any of " + tally.size() + " proposals");
        }
        ConsensusVerdict verdict = config.strategy().evaluate(tally, config.decision());
        requireOnTheTable(verdict.leader(), tally);
        if (verdict.decided() && !canEvaluate(tally)) {
            return new ConsensusVerdict(false, verdict.leader(), verdict.confidence(), "only " + tally.voters() + " of "
                    + config.minVoters() + " needed voters; " + verdict.reasoning());
        }
        if (verdict.decided() && isTied(verdict.leader(), tally)) {
            return new ConsensusVerdict(false, verdict.leader(), verdict.confidence(),
                    "a rival is approved by the same ballots; " + verdict.reasoning());
        }
        return verdict.decided() && config.decision().thresholdConfidence() > 0 ? ifProbable(verdict, tally) : verdict;
    }

    /** The probability of the strategy, or by the assumption if it has none. */
    private ConfidenceEstimate estimate(ConfidenceModel model, VoteTally tally, @Nullable String leader) {
        return config.strategy().estimate(tally, leader).orElseGet(() -> model.estimate(tally, leader));
    }

    /** The verdict, undecided if its leader is not probable enough or another proposal is as probable. */
    private ConsensusVerdict ifProbable(ConsensusVerdict verdict, VoteTally tally) {
        double threshold = config.decision().thresholdConfidence();
        ConfidenceEstimate estimate = estimate(confidence.orElseGet(ConfidenceModel::readers), tally,
                verdict.leader());
        boolean isAlone = estimate.ofProposals().entrySet().stream()
                .allMatch(other -> other.getKey().equals(verdict.leader())
                        || other.getValue() < estimate.probability());
        if (isAlone && DecisionRule.reaches(estimate.probability(), threshold)) {
            return verdict;
        }
        return new ConsensusVerdict(false, verdict.leader(), verdict.agreement(),
                "the probability that " + verdict.leader() + " is right is "
                        + String.format(PlainLocale.NONE, "%.1f %%, threshold %.1f %%", 100 * estimate.probability(),
                                100 * threshold)
                        + (isAlone ? "; " : ", and another one is as probable; ") + verdict.reasoning());
    }

    /**
     * The proposal that most agents agree with, regardless of weights. It wins with enough voters. It does not win if
     * as many agents agree with another, or if more disagree with it than agree. Its confidence is the share of all
     * voters that agree with it.
     */
    private ConsensusVerdict majority(VoteTally tally, ConsensusVerdict undecided) {
        int best = -1;
        boolean tied = false;
        for (int i = 0; i < tally.size(); i++) {
            if (tally.agreeVoters(i) > 0 && (best < 0 || tally.agreeVoters(i) >= tally.agreeVoters(best))) {
                tied = best >= 0 && tally.agreeVoters(i) == tally.agreeVoters(best);
                best = i;
            }
        }
        if (best < 0 || tied || tally.voters() < config.minVoters()
                || disagreeing(tally, best) > tally.agreeVoters(best)) {
            return undecided;
        }
        String id = tally.proposal(best).id();
        return new ConsensusVerdict(true, id, tally.majority(best),
                "by majority: " + tally.agreeVoters(best) + " of " + tally.voters() + " voters agree with " + id
                        + ", more than with any other; " + undecided.reasoning());
    }

    private static int disagreeing(VoteTally tally, int proposal) {
        int disagreeing = 0;
        for (int i = 0; i < tally.votes().size(); i++) {
            if (tally.proposalOf(i) == proposal && tally.votes().get(i).vote().stance() == Stance.DISAGREE) {
                disagreeing++;
            }
        }
        return disagreeing;
    }

    private static boolean isTied(@Nullable String leader, VoteTally tally) {
        return IntStream.range(0, tally.size())
                .anyMatch(i -> tally.proposal(i).id().equals(leader) && tally.isTied(i));
    }

    private void requireOnTheTable(@Nullable String leader, VoteTally tally) {
        if (leader != null && !tally.hasProposal(leader)) {
            throw new IllegalStateException("strategy " + config.strategy().id() + " named \"" + leader
                    + "\" as leader, which is none of the " + tally.size() + " proposals");
        }
    }

    private static double[] majorities(VoteTally tally) {
        return IntStream.range(0, tally.size()).mapToDouble(tally::majority).toArray();
    }

    private double[] figures(VoteTally tally) {
        double[] figures = config.strategy().figures(tally);
        if (figures.length != tally.size() || Arrays.stream(figures).anyMatch(it -> !(it >= 0 && it <= 1))) {
            throw new IllegalStateException("strategy " + config.strategy().id() + " must give a figure from 0 to 1 of"
                    + " each of " + tally.size() + " proposals, got " + Arrays.toString(figures));
        }
        return figures;
    }

    private static List<ProposalStanding> standings(VoteTally tally, ConsensusVerdict verdict, double[] figures) {
        double total = IntStream.range(0, tally.size()).mapToDouble(tally::agreeWeight).sum();
        List<ProposalStanding> standings = new ArrayList<>(tally.size());
        for (int i = 0; i < tally.size(); i++) {
            double share = total > 0 ? tally.agreeWeight(i) / total : 0;
            standings.add(new ProposalStanding(tally.proposal(i), share, tally.weightRatio(i), tally.agreeVoters(i),
                    tally.allVoters(i), figures[i]));
        }
        standings.sort(
                Comparator.comparing((ProposalStanding standing) -> !standing.proposal().id().equals(verdict.leader()))
                        .thenComparing(Comparator.comparingDouble(ProposalStanding::share).reversed())
                        .thenComparing(standing -> standing.proposal().id()));
        return standings;
    }

    private List<Dissent> dissent(VoteTally tally, ConsensusVerdict verdict, List<Objection> objections) {
        String leaderId = verdict.leader();
        if (leaderId == null) {
            return List.of();
        }
        List<Dissent> dissent = new ArrayList<>();
        for (VoteRecord vote : tally.votes()) {
            if (isAgainst(vote, leaderId)) {
                dissent.add(new Dissent(Dissent.Kind.VOTE, vote.agentId(),
                        Objects.requireNonNullElse(vote.vote().reasoning(), ""), vote.proposalId()));
            }
        }
        for (int i = 0; i < tally.size(); i++) {
            Proposal proposal = tally.proposal(i);
            if (proposal.id().equals(leaderId)) {
                dissent.addAll(openObjections(proposal, supporters(tally, i), objections));
            } else if (tally.agreeVoters(i) > 0) {
                dissent.add(new Dissent(Dissent.Kind.RIVAL, proposal.sourceAgentId(), proposal.content(),
                        proposal.id()));
            }
        }
        return dissent;
    }

    private boolean isAgainst(VoteRecord vote, String leaderId) {
        boolean onLeader = vote.proposalId().equals(leaderId);
        Stance stance = vote.vote().stance();
        return onLeader
                ? stance == Stance.DISAGREE
                : stance == Stance.AGREE && config.ballots() == BallotRule.EXCLUSIVE;
    }

    /** Its author and all agents that agree with it: a reply of theirs answers an objection. */
    private static Set<String> supporters(VoteTally tally, int proposal) {
        Set<String> supporters = new HashSet<>();
        supporters.add(tally.proposal(proposal).sourceAgentId());
        List<VoteRecord> votes = tally.votes();
        for (int i = 0; i < votes.size(); i++) {
            if (tally.proposalOf(i) == proposal && votes.get(i).vote().stance() == Stance.AGREE) {
                supporters.add(votes.get(i).agentId());
            }
        }
        return supporters;
    }

    private static List<Dissent> openObjections(Proposal leader, Set<String> supporters, List<Objection> objections) {
        return objections.stream().filter(objection -> objection.isAgainst(leader))
                .filter(objection -> Collections.disjoint(objection.answeredBy(), supporters))
                .map(objection -> new Dissent(
                        objection.kind() == Objection.Kind.CHALLENGE ? Dissent.Kind.CHALLENGE : Dissent.Kind.DOUBT,
                        objection.agentId(), objection.text(), objection.signalId()))
                .toList();
    }
}
