package dev.waggle.swarm.evaluation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.consensus.VoteTally;
import dev.waggle.swarm.equivalence.MergeTable;
import dev.waggle.swarm.evaluation.OutcomeBallot.CastVote;
import dev.waggle.swarm.evaluation.OutcomeBallot.StatedAnswer;
import dev.waggle.swarm.evaluation.SolveBallots.VoicedAnswer;
import dev.waggle.swarm.identity.StatedConfidence;
import dev.waggle.swarm.reaction.reply.TextExcerpt;
import org.jspecify.annotations.Nullable;

/**
 * Collector of the ballots of one solve. Votes are those that count in the decision; confidences come from their
 * signals. A statement of the runtime is no ballot.
 */
public final class BallotCollector {

    private final ConsensusResult result;
    private final BallotRule rule;
    private final Map<String, Signal> signals = new HashMap<>();
    private final Map<String, List<CastVote>> votes = new TreeMap<>();
    private final Map<String, List<StatedAnswer>> proposals = new TreeMap<>();
    private final Map<String, StatedAnswer> firsts = new HashMap<>();

    private BallotCollector(ConsensusResult result, List<Signal> log, BallotRule rule) {
        this.result = result;
        this.rule = rule;
        MergeTable merges = MergeTable.of(log);
        for (Signal signal : log) {
            signals.put(signal.id(), signal);
            if (signal.source() instanceof Source.Agent agent) {
                collect(agent.id(), signal, merges);
            }
        }
        collectVotes();
    }

    /**
     * Ballots of a solve.
     *
     * @param log all signals of the solve, in order
     * @param rule the rule of its ballots
     */
    public static SolveBallots collect(ConsensusResult result, List<Signal> log, BallotRule rule) {
        return new BallotCollector(result, log, rule).ballots();
    }

    private SolveBallots ballots() {
        List<OutcomeBallot> ballots = new ArrayList<>();
        Map<String, List<CastVote>> voters = new TreeMap<>(votes);
        proposals.keySet().forEach(author -> voters.putIfAbsent(author, List.of()));
        voters.forEach((agent, cast) -> ballots.add(new OutcomeBallot(agent, cast,
                proposals.getOrDefault(agent, List.of()), firsts.get(agent))));
        List<VoicedAnswer> answers = result.standings().stream().map(ProposalStanding::proposal)
                .map(proposal -> new VoicedAnswer(proposal.id(),
                        TextExcerpt.of(proposal.content(), VoicedAnswer.MAX_TEXT)))
                .toList();
        return new SolveBallots(rule, answers, result.leader().map(Proposal::id).orElse(null), ballots,
                result.tallied().orElse(null));
    }

    /** Records a proposal, and the first answer of an agent. */
    private void collect(String agent, Signal signal, MergeTable merges) {
        if (signal.payload() instanceof Payload.Proposal proposal) {
            StatedAnswer answer = new StatedAnswer(merges.hostOf(proposal.proposalId()), StatedConfidence.of(signal));
            List<StatedAnswer> own = proposals.computeIfAbsent(agent, _ -> new ArrayList<>());
            if (own.stream().noneMatch(known -> known.answer().equals(answer.answer()))) {
                own.add(answer);
            }
            firsts.putIfAbsent(agent, answer);
        } else if (signal.payload() instanceof Payload.Vote vote && vote.stance() == Stance.AGREE) {
            firsts.putIfAbsent(agent, new StatedAnswer(merges.hostOf(vote.proposalId()), StatedConfidence.of(signal)));
        }
    }

    private void collectVotes() {
        List<Proposal> table = result.standings().stream().map(ProposalStanding::proposal).toList();
        VoteTally tally = VoteTally.of(table, result.votingRecord(), rule, ConsensusConfig.WEIGHT_LIMIT);
        List<VoteRecord> counted = new ArrayList<>(tally.votes());
        Map<VoteRecord, Integer> order = new HashMap<>();
        result.votingRecord().forEach(vote -> order.put(vote, order.size()));
        counted.sort(Comparator.comparing(VoteRecord::time).thenComparing(vote -> order.getOrDefault(vote, 0)));
        for (VoteRecord vote : counted) {
            @Nullable Signal signal = signals.get(vote.signalId());
            if (signal == null || signal.source() instanceof Source.Agent) {
                votes.computeIfAbsent(vote.agentId(), _ -> new ArrayList<>()).add(new CastVote(vote.proposalId(),
                        vote.vote().stance(), signal == null ? null : StatedConfidence.of(signal)));
            }
        }
    }
}
