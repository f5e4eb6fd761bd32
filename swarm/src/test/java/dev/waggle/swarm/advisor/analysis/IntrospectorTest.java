package dev.waggle.swarm.advisor.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.swarm.advisor.AdvisorReport.CommunicationStats;
import dev.waggle.swarm.advisor.AdvisorReport.EchoChamber;
import dev.waggle.swarm.advisor.AdvisorReport.GroupthinkReport;
import dev.waggle.swarm.advisor.AdvisorReport.ObjectionCycle;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class IntrospectorTest {

    private final Introspector seen = new Introspector(List.of("a", "b", "c"));
    private final SampleTalk signals = new SampleTalk();

    @Test
    @DisplayName("J3 unanimous disagreement is no groupthink")
    void j3UnanimousDisagreementIsNoGroupthink() {
        for (String agent : List.of("a", "b", "c")) {
            seen.record(signals.votes(agent, "p", Stance.DISAGREE));
        }

        assertThat(seen.groupthink()).isEqualTo(
                new GroupthinkReport(GroupthinkReport.Severity.NONE, 0, List.of(), List.of("a", "b", "c")));
    }

    @Test
    void abstentionsTakeNoSide() {
        seen.record(signals.agrees("a", "p"));
        seen.record(signals.votes("b", "p", Stance.ABSTAIN));
        seen.record(signals.votes("c", "p", Stance.DISAGREE));

        assertThat(seen.groupthink().agreementRate()).isEqualTo(0.5);
    }

    @Test
    void aVoteThatIsRepeatedCountsOnceAndOneThatIsChangedAsItStands() {
        for (int i = 0; i < 10; i++) {
            seen.record(signals.agrees("a", "p"));
        }
        seen.record(signals.votes("b", "p", Stance.AGREE));
        seen.record(signals.votes("b", "p", Stance.DISAGREE));

        assertThat(seen.groupthink().agreementRate()).isEqualTo(0.5);
        assertThat(seen.groupthink().conformists()).containsExactly("a");
    }

    @Test
    void theInfrastructureIsNoDissenter() {
        seen.record(signals.agrees("a", "p"));
        seen.record(signals.agrees("b", "p"));
        seen.record(
                SampleTalk.said(Source.named("orchestrator"), new Payload.Challenge("s1", "why?", null), "c", "s1"));

        assertThat(seen.groupthink().severity()).isEqualTo(GroupthinkReport.Severity.SEVERE);
    }

    @Test
    void aSourceWithTheNameOfAnAgentClosesNoCycleOfIt() {
        seen.record(SampleTalk.said(Source.named("bus"), new Payload.Conflict("x", "y", "rivals"), "conflict", null));
        Signal first = signals.challenges("a", "conflict");
        Signal second = signals.challenges("b", first.id());
        Signal third = signals.challenges("bus", second.id());
        List.of(first, second, third).forEach(seen::record);
        assertThat(seen.cycles()).isEmpty();

        seen.record(signals.challenges("a", third.id()));
        assertThat(seen.cycles()).singleElement().extracting(ObjectionCycle::agents)
                .isEqualTo(List.of("a", "b", "bus"));
    }

    @Test
    void nobodyWhoSaysNothingAgrees() {
        assertThat(seen.groupthink().isDetected()).isFalse();
        assertThat(seen.introspection().cycles()).isEmpty();
        assertThat(new Introspector(List.of()).traffic().mostActive()).isEmpty();
    }

    @Test
    @DisplayName("K16 a four-step challenge ping-pong is one circle")
    void k16AFourStepChallengePingPongIsOneCircle() {
        pingPong(3);

        assertThat(seen.cycles()).singleElement().satisfies(cycle -> {
            assertThat(cycle.agents()).containsExactly("a", "b");
            assertThat(cycle.types()).containsExactly(SignalType.CHALLENGE, SignalType.CHALLENGE);
            assertThat(cycle.signalId()).isEqualTo("s4");
        });
    }

    @Test
    @DisplayName("K16 going on in a circle is no new circle")
    void k16GoingOnInACircleIsNoNewCircle() {
        pingPong(50);

        assertThat(seen.cycles()).hasSize(1);
        assertThat(seen.introspection().stuckAgents()).containsExactly("a", "b");
    }

    @Test
    @DisplayName("K16 question, answer and thanks are no circle")
    void k16QuestionAnswerAndThanksAreNoCircle() {
        seen.record(signals.finds("a", "why is that?", null));
        seen.record(signals.finds("b", "because of this", "s1"));
        seen.record(signals.finds("a", "thanks", "s2"));
        seen.record(signals.finds("b", "welcome", "s3"));

        assertThat(seen.cycles()).isEmpty();
    }

    @Test
    void anObjectionThatIsAnsweredOnceIsADefence() {
        pingPong(2);

        assertThat(seen.cycles()).isEmpty();
    }

    @Test
    void whoObjectsToItselfGoesRoundAlone() {
        seen.record(signals.proposes("a", "p"));
        for (int i = 1; i <= 5; i++) {
            seen.record(signals.challenges("a", "s" + i));
        }

        assertThat(seen.cycles()).isEmpty();
    }

    @Test
    void doubtsAndChallengesThatNameNoReplyCloseACircleByTheirTargets() {
        seen.record(signals.proposes("a", "p"));
        seen.record(signals.says("b", new Payload.Challenge("s1", "no", null)));
        seen.record(signals.says("a", new Payload.Challenge("s2", "yes", null)));
        seen.record(signals.doubts("b", "s3"));

        assertThat(seen.cycles()).singleElement().extracting(ObjectionCycle::types)
                .asInstanceOf(InstanceOfAssertFactories.list(SignalType.class))
                .containsExactly(SignalType.CHALLENGE, SignalType.DOUBT);
    }

    @Test
    void aReplyToItselfOrToNothingIsHarmless() {
        seen.record(signals.challenges("a", "s1"));
        seen.record(signals.challenges("b", "never said"));

        assertThat(seen.cycles()).isEmpty();
    }

    @Test
    void circlesOfMoreAgentsThanAreLookedForAreLeftOut() {
        for (int length : new int[] {CycleDetector.MAX_STEPS, CycleDetector.MAX_STEPS + 1}) {
            Introspector watching = new Introspector(List.of());
            SampleTalk said = new SampleTalk();
            watching.record(said.finds("agent 0", "here", null));
            for (int i = 1; i <= 2 * length; i++) {
                watching.record(said.challenges("agent " + i % length, "s" + i));
            }
            assertThat(watching.cycles()).as("%d agents", length).hasSize(length == CycleDetector.MAX_STEPS ? 1 : 0);
        }
    }

    @Test
    void agentsThatRepeatEachOtherAreAnEchoChamber() {
        seen.record(signals.finds("a", "The cache misses because keys are never normalised.", null));
        seen.record(signals.finds("b", "the CACHE misses, because keys are never normalised", null));
        assertThat(seen.echoChambers()).isEmpty();

        seen.record(signals.finds("c", "Latency doubled when the index was rebuilt last night.", null));
        seen.record(signals.challenges("c", "s1"));
        seen.record(signals.finds("a", "We should normalise all of the keys before the lookup", null));
        seen.record(signals.finds("b", "We should normalise all of the keys before the lookup!", null));

        assertThat(seen.echoChambers()).containsExactly(new EchoChamber(List.of("a", "b"), 2));
    }

    @Test
    void whoRepeatsItselfIsNoEchoChamber() {
        for (int i = 0; i < 10; i++) {
            seen.record(signals.finds("a", "the same words over and over again", null));
        }

        assertThat(seen.echoChambers()).isEmpty();
    }

    @Test
    void aChamberJoinsAllWhoRepeatEachOther() {
        for (int i = 0; i < 2; i++) {
            for (String agent : List.of("b", "a", "c")) {
                seen.record(signals.finds(agent, "four plain words here " + i, null));
            }
        }

        assertThat(seen.echoChambers()).singleElement().satisfies(chamber -> {
            assertThat(chamber.agents()).containsExactly("b", "a", "c");
            assertThat(chamber.repetitions()).isEqualTo(6);
        });
    }

    @Test
    void wordsWithoutSpacesAreComparedAsWell() {
        for (int i = 0; i < 2; i++) {
            seen.record(signals.finds("a", "\u6570\u636e\u5e93\u9700\u8981\u5206\u7247", null));
            seen.record(signals.finds("b", "\u6570\u636e\u5e93\u9700\u8981\u5206\u7247\u3002", null));
        }

        assertThat(seen.echoChambers()).hasSize(1);
    }

    @Test
    @DisplayName("K17 amplification is sent over received, infinite when nothing was received")
    void k17AmplificationIsSentOverReceived() {
        seen.record(signals.finds("a", "one", null), List.of("b"));
        seen.record(signals.finds("a", "two", null), List.of("b"));
        seen.record(signals.finds("b", "three", null), List.of("c"));

        assertThat(seen.traffic().agents()).containsExactly(new CommunicationStats.AgentStats("a", 2, 0),
                new CommunicationStats.AgentStats("b", 1, 2), new CommunicationStats.AgentStats("c", 0, 1));
        assertThat(seen.traffic().agents()).extracting(CommunicationStats.AgentStats::amplification)
                .containsExactly(Double.POSITIVE_INFINITY, 0.5, 0.0);
    }

    @Test
    void whoNeitherSpeaksNorHearsAmplifiesNothing() {
        assertThat(seen.traffic().agents()).allMatch(agent -> agent.amplification() == 0);
    }

    @Test
    void whatTheInfrastructureSaysIsReceivedAndSentByNobody() {
        seen.record(SampleTalk.said(Source.named("orchestrator"), new Payload.Task("?", null), "t", null));

        assertThat(seen.traffic().totalSignals()).isZero();
        assertThat(seen.traffic().agents()).allMatch(agent -> agent.received() == 1);
        assertThat(seen.graph().edges()).isEmpty();
    }

    @Test
    void whoJoinsLaterHasReceivedOnlyWhatWasSaidSince() {
        seen.record(signals.finds("a", "early", null));
        seen.join("d");
        seen.record(signals.finds("a", "late", null));

        assertThat(seen.traffic().agents()).contains(new CommunicationStats.AgentStats("d", 0, 1),
                new CommunicationStats.AgentStats("b", 0, 2));
        assertThat(seen.graph().edges()).contains(new InteractionGraph.Edge("a", "d", SignalType.DISCOVERY, 1),
                new InteractionGraph.Edge("a", "b", SignalType.DISCOVERY, 2));
    }

    /** Comparison with a naive count of every single delivery. */
    @Test
    void sayingToAllEqualsSayingToEachByName() {
        Introspector byName = new Introspector(List.of("a", "b", "c"));
        List<Signal> all = new ArrayList<>();
        IntStream.range(0, 60).forEach(i -> all.add(signals.finds(List.of("a", "b", "c").get(i * i % 3), "x", null)));
        all.forEach(seen::record);
        all.forEach(signal -> byName.record(signal, List.of("a", "b", "c")));

        assertThat(seen.traffic()).isEqualTo(byName.traffic());
        assertThat(seen.graph().edges()).containsExactlyInAnyOrderElementsOf(byName.graph().edges());
    }

    @Test
    void aGraphTooLargeSaysThatItIsNotComplete() {
        List<String> many = IntStream.range(0, 400).mapToObj(String::valueOf).toList();
        Introspector crowd = new Introspector(many);
        many.forEach(agent -> crowd.record(signals.finds(agent, "hello", null)));

        assertThat(crowd.graph().edges()).hasSize(DeliveryTracker.MAX_EDGES);
        assertThat(crowd.graph().complete()).isFalse();
        assertThat(crowd.traffic().agents()).allMatch(agent -> agent.received() == 399);
    }

    private void pingPong(int challenges) {
        seen.record(signals.proposes("a", "p"));
        for (int i = 1; i <= challenges; i++) {
            seen.record(signals.challenges(i % 2 == 1 ? "b" : "a", "s" + i));
        }
    }
}
