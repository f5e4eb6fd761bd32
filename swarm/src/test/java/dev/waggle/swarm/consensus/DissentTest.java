package dev.waggle.swarm.consensus;

import java.util.List;
import java.util.Map;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Severity;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.swarm.consensus.evaluation.ConsensusCollector;
import dev.waggle.swarm.consensus.evaluation.ConsensusEngine;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/** Dissent that a decision records: reasons of opponents, open challenges, rival proposals. */
class DissentTest {

    private final ConsensusCollector deliberation = new ConsensusCollector(new VoteWeights(1, Map.of()));
    private int said;

    @Test // D16
    void holdsTheReasonOfAnOpponentTheOpenChallengeAndTheRival() {
        propose("ann", "p1");
        propose("bob", "p2");
        vote("cem", "p1", Stance.AGREE, null);
        vote("dee", "p1", Stance.AGREE, null);
        vote("eve", "p1", Stance.AGREE, null);
        vote("fay", "p1", Stance.DISAGREE, "r1");
        vote("bob", "p2", Stance.AGREE, null);
        Signal challenge = say("gus", new Payload.Challenge("sig of p1", "c", null));

        ConsensusResult result = evaluate();

        assertThat(result.decision()).contains("do p1");
        assertThat(result.dissent()).containsExactly(new Dissent(Dissent.Kind.VOTE, "fay", "r1", "p1"),
                new Dissent(Dissent.Kind.CHALLENGE, "gus", "c", challenge.id()),
                new Dissent(Dissent.Kind.RIVAL, "bob", "do p2", "p2"));
        assertThat(result.votingRecord()).hasSize(5);
    }

    @Test // D16
    void dropsAChallengeThatASupporterAnswered() {
        decideOnP1();
        Signal challenge = say("gus", new Payload.Challenge("p1", "too slow", null));
        assertThat(evaluate().dissent()).hasSize(1);

        say("ann", Draft.of(new Payload.Discovery("it is fast enough", null, 1), 1).inReplyTo(challenge.id()));

        assertThat(evaluate().dissent()).isEmpty();
    }

    @Test // D16
    void keepsAChallengeThatOthersJoinedInWith() {
        decideOnP1();
        Signal challenge = say("gus", new Payload.Challenge("p1", "too slow", null));

        say("fay", Draft.of(new Payload.Discovery("gus is right, it took 9 s", null, 1), 1).inReplyTo(challenge.id()));
        say("ann", Draft.of(new Payload.Challenge("p1", "I withdraw it", null), 1).inReplyTo(challenge.id()));

        assertThat(evaluate().dissent()).extracting(Dissent::text).containsExactly("too slow", "I withdraw it");
    }

    @Test // D16
    void keepsAChallengeThatOnlyItsAuthorCameBackTo() {
        decideOnP1();
        Signal challenge = say("gus", new Payload.Challenge("p1", "too slow", null));

        say("gus", Draft.of(new Payload.Discovery("still too slow", null, 1), 1).inReplyTo(challenge.id()));

        assertThat(evaluate().dissent()).extracting(Dissent::kind).containsExactly(Dissent.Kind.CHALLENGE);
    }

    @Test // D16
    void holdsOpenDoubtsAndLeavesOutObjectionsToOthers() {
        decideOnP1();
        propose("bob", "p2");
        say("gus", new Payload.Doubt("sig of p1", "is it legal?", Severity.HIGH));
        say("gus", new Payload.Doubt("sig of p2", "is it nice?", Severity.LOW));
        say("hal", new Payload.Challenge("p2", "no", null));

        assertThat(evaluate().dissent()).extracting(Dissent::kind, Dissent::text)
                .containsExactly(tuple(Dissent.Kind.DOUBT, "is it legal?"));
    }

    @Test // D16
    void holdsAnOpponentWithoutAReasonToo() {
        decideOnP1();
        vote("fay", "p1", Stance.DISAGREE, null);

        assertThat(evaluate().dissent()).containsExactly(new Dissent(Dissent.Kind.VOTE, "fay", "", "p1"));
    }

    @Test // D9
    void forgetsTheReasonOfWhoChangedToAgreement() {
        decideOnP1();
        vote("fay", "p1", Stance.DISAGREE, "r1");
        vote("fay", "p1", Stance.AGREE, null);

        assertThat(evaluate().dissent()).isEmpty();
        assertThat(evaluate().votingRecord()).hasSize(4);
    }

    @Test
    void aSecondProposalOfTheSameIdChangesNothing() {
        propose("ann", "p1");
        say("bob", new Payload.Proposal("p1", "something else", ""));

        assertThat(deliberation.input().proposals()).containsExactly(deliberation.proposal("p1").orElseThrow());
        assertThat(deliberation.proposal("p1")).map(Proposal::content).contains("do p1");
    }

    @Test
    void isEmptyWhileNothingIsOnTheTable() {
        assertThat(evaluate().dissent()).isEqualTo(List.of());
    }

    private void decideOnP1() {
        propose("ann", "p1");
        vote("cem", "p1", Stance.AGREE, null);
        vote("dee", "p1", Stance.AGREE, null);
        if (!evaluate().decided()) {
            throw new IllegalStateException("two of two should decide");
        }
    }

    private ConsensusResult evaluate() {
        return new ConsensusEngine(
                ConsensusConfig.defaults().withStrategy(StrategyCatalog.named("voting")).withThreshold(0.6))
                .evaluate(deliberation.input());
    }

    private void propose(String agent, String id) {
        say(agent, Draft.of(new Payload.Proposal(id, "do " + id, ""), 0.8).withId("sig of " + id));
    }

    private void vote(String agent, String proposal, Stance stance, @Nullable String reason) {
        say(agent, new Payload.Vote(proposal, stance, reason, 1));
    }

    private Signal say(String agent, Payload payload) {
        return say(agent, Draft.of(payload, 0.9));
    }

    private Signal say(String agent, Draft draft) {
        Signal signal = Signal.of(draft, new Stamp("sig " + said++, Source.agent(agent), Ballots.START, Scope.NONE));
        deliberation.accept(signal);
        return signal;
    }
}
