package dev.waggle.swarm.consensus.evaluation;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.Dissent.Objection;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.consensus.VoteWeights;
import dev.waggle.swarm.equivalence.MergeTable;
import dev.waggle.swarm.equivalence.ProposalMerge;
import dev.waggle.swarm.identity.AuthorKey;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.data.LensThresholds;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A vote, proposal or answer is of an agent only if that agent is its source. */
class AuthorsOfVotesTest {

    private static final Source CRITIC = Source.agent("critic");
    private static final List<Source> OTHERS = List.of(Source.named("critic"), new Source.Webhook("critic"),
            new Source.Process("critic"), new Source.Harness("critic", null), new Source.Harness(null, "critic"));

    private final ConsensusCollector deliberation = new ConsensusCollector(
            new VoteWeights(100, Map.of("critic", 9.0)));
    private int said;

    @Test
    void votesOfOtherSourcesAreNotTheAgents() {
        say(Source.agent("a"), new Payload.Proposal("p", "do p", ""));
        say(CRITIC, new Payload.Vote("p", Stance.AGREE, null, 1));
        OTHERS.forEach(other -> say(other, new Payload.Vote("p", Stance.DISAGREE, null, 1)));

        assertThat(deliberation.lastStance("critic", "p")).contains(Stance.AGREE);
        assertThat(deliberation.input().votes()).extracting(VoteRecord::agentId).doesNotHaveDuplicates().hasSize(6);
        assertThat(deliberation.input().votes()).filteredOn(vote -> vote.agentId().equals("critic")).singleElement()
                .satisfies(vote -> assertThat(vote.vote().weight()).isEqualTo(9));
        assertThat(deliberation.input().votes()).filteredOn(vote -> !vote.agentId().equals("critic"))
                .allMatch(vote -> vote.vote().weight() == 1);
    }

    @Test
    void nobodyElseApprovesForARequiredVoter() {
        say(Source.agent("a"), new Payload.Proposal("p", "do p", ""));
        say(Source.agent("a"), new Payload.Vote("p", Stance.AGREE, null, 1));
        OTHERS.forEach(other -> say(other, new Payload.Vote("p", Stance.AGREE, null, 1)));
        ConsensusConfig rules = ConsensusConfig.defaults().withApproval(ApprovalRule.requiring("critic"));

        assertThat(new ConsensusEngine(rules).evaluate(deliberation.input()).decided()).isFalse();
        say(CRITIC, new Payload.Vote("p", Stance.AGREE, null, 1));
        assertThat(new ConsensusEngine(rules).evaluate(deliberation.input()).decided()).isTrue();
    }

    @Test
    void proposalsAndObjectionsOfOtherSourcesAreRivalsOfTheAgent() {
        for (Source other : OTHERS) {
            ConsensusCollector fresh = new ConsensusCollector(new VoteWeights(1, Map.of()));
            fresh.accept(signal(other, Draft.of(new Payload.Proposal("p", "do p", ""), 0.8)));
            assertThat(fresh.hasProposalOfAnother("critic")).isTrue();
            assertThat(fresh.proposal("p").map(Proposal::sourceAgentId)).contains(other.identity());

            Signal challenge = signal(other, Draft.of(new Payload.Challenge("p", "no", null), 0.8));
            fresh.accept(challenge);
            fresh.accept(signal(CRITIC,
                    Draft.of(new Payload.Discovery("yes", null, 1), 0.8).inReplyTo(challenge.id())));
            assertThat(fresh.input().objections()).extracting(Objection::answeredBy)
                    .containsExactly(Set.of("critic"));
        }
    }

    @Test
    void onlyTheAuthorSplitsItsMergedProposal() {
        MergeTable merges = new MergeTable();
        merges.accept(signal(Source.agent("a"), Draft.of(new Payload.Proposal("p", "do p", ""), 0.8)));
        merges.accept(signal(CRITIC, Draft.of(new Payload.Proposal("q", "do p!", ""), 0.8)));
        merges.accept(signal(Source.named(InfrastructureNames.ORCHESTRATOR), Draft.custom(ProposalMerge.MERGED.text(),
                new ProposalMerge("q", "p", ProposalMerge.MergeReason.RULE, "same").toPayload())));
        Draft split = Draft.custom(ProposalMerge.SPLIT.text(), ProposalMerge.split("q"));

        OTHERS.forEach(other -> merges.accept(signal(other, split)));
        assertThat(merges.isMerged("q")).isTrue();
        merges.accept(signal(CRITIC, split));
        assertThat(merges.isMerged("q")).isFalse();
    }

    @Test
    void mathematicsCountsAgentsOnly() {
        DeliberationData data = new DeliberationData(new LensContext(List.of("a", "critic"), 10,
                LensThresholds.defaults(), name -> new Random(1)), BallotRule.APPROVAL);
        data.beginRound(1);
        OTHERS.forEach(other -> data.accept(signal(other,
                Draft.of(new Payload.Vote("p", Stance.AGREE, null, 1), 0.8))));
        data.accept(signal(Source.agent("a"), Draft.of(new Payload.Proposal("p", "do p", ""), 0.8)));
        OTHERS.forEach(other -> data.accept(signal(other, Draft.of(new Payload.Challenge("p", "no", null), 0.8))));

        assertThat(data.ballotCount()).isZero();
        assertThat(data.statements()).hasSize(1);
        assertThat(data.externalChallenges()).hasSize(OTHERS.size());
        assertThat(data.agentCount()).isEqualTo(2);
    }

    @Test
    void thePartsOfTheRuntimeHaveTheirNames() {
        assertThat(AuthorKey.of(Source.named("orchestrator"))).isEqualTo("orchestrator");
        assertThat(AuthorKey.of(CRITIC)).isEqualTo("critic");
        assertThat(AuthorKey.of(new Source.System())).isEqualTo("urn:waggle:system");
    }

    private void say(Source source, Payload payload) {
        deliberation.accept(signal(source, Draft.of(payload, 0.8)));
    }

    private Signal signal(Source source, Draft draft) {
        said++;
        return Signal.of(draft, new Stamp("s" + said, source, Instant.EPOCH, Scope.ofRun("run", 1)));
    }
}
