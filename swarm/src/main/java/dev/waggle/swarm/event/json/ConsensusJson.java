package dev.waggle.swarm.event.json;

import java.util.List;
import java.util.Locale;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.consensus.ApprovalStatus;
import dev.waggle.swarm.consensus.ConfidenceEstimate;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.consensus.Dissent;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.VoteRecord;

/** Result of the votes as JSON for programs. */
final class ConsensusJson {

    private ConsensusJson() {}

    static JsonValue.Obj of(ConsensusResult consensus) {
        JsonObjectBuilder fields = new JsonObjectBuilder().with("strategy", consensus.strategy())
                .with("decided", consensus.decided())
                .with("decision", consensus.decision().orElse(null))
                .with("leader", consensus.leader().map(Proposal::id).orElse(null))
                .with("confidence", consensus.confidence())
                .with("agreement", consensus.agreement())
                .with("estimate", estimate(consensus.estimate()))
                .with("reasoning", consensus.reasoning())
                .with("standings", consensus.standings().stream()
                        .map(standing -> standing(standing, consensus.estimate())).toList())
                .with("votingRecord", consensus.votingRecord().stream().map(ConsensusJson::vote).toList())
                .with("dissent", consensus.dissent().stream().map(ConsensusJson::dissent).toList())
                .with("rejectedVotes", consensus.rejectedVotes());
        return withApproval(fields, consensus.approval()).json();
    }

    /** Adds the approval of the leader; nothing without a rule. */
    static JsonObjectBuilder withApproval(JsonObjectBuilder fields, ApprovalStatus approval) {
        return approval.equals(ApprovalStatus.NONE)
                ? fields
                : fields.with("approval", new JsonObjectBuilder().with("withheld", approval.withheld())
                        .withTexts("approvedBy", approval.approvedBy())
                        .withTexts("missing", approval.missing())
                        .with("vetoes", approval.vetoes().stream().map(ConsensusJson::veto).toList()).json());
    }

    private static JsonValue veto(ApprovalStatus.Veto veto) {
        return new JsonObjectBuilder().with("proposalId", veto.proposalId())
                .with("agentId", veto.agentId())
                .with("reasoning", veto.reasoning()).json();
    }

    /** The probability that the leader is right, its interval and its basis. */
    private static JsonValue.Obj estimate(ConfidenceEstimate estimate) {
        return new JsonObjectBuilder().with("probability", estimate.probability())
                .with("interval", interval(estimate))
                .with("basis", estimate.basisInWords()).json();
    }

    /** The low and the high end of a probability. */
    static JsonValue interval(ConfidenceEstimate estimate) {
        return JsonValue.of(List.of(JsonValue.of(estimate.low()), JsonValue.of(estimate.high())));
    }

    private static JsonValue standing(ProposalStanding standing, ConfidenceEstimate estimate) {
        return new JsonObjectBuilder().with("proposalId", standing.proposal().id())
                .with("content", standing.proposal().content())
                .with("author", standing.proposal().sourceAgentId())
                .withPresent("probability", estimate.ofProposals().get(standing.proposal().id()))
                .with("share", standing.share())
                .with("weightRatio", standing.weightRatio())
                .with("agreeVoters", standing.agreeVoters())
                .with("allVoters", standing.allVoters())
                .with("figure", standing.figure()).json();
    }

    static JsonValue.Obj vote(VoteRecord vote) {
        return new JsonObjectBuilder().with("agentId", vote.agentId())
                .with("proposalId", vote.proposalId())
                .with("stance", word(vote.vote().stance()))
                .with("weight", vote.vote().weight())
                .with("reasoning", vote.vote().reasoning())
                .with("signalId", vote.signalId()).json();
    }

    static JsonValue.Obj dissent(Dissent dissent) {
        return new JsonObjectBuilder().with("kind", word(dissent.kind()))
                .with("agentId", dissent.agentId())
                .with("text", dissent.text())
                .with("about", dissent.about()).json();
    }

    /** A constant in the notation {@code lower-case-with-hyphens}. */
    static JsonValue word(Enum<?> constant) {
        return JsonValue.of(constant.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }
}
