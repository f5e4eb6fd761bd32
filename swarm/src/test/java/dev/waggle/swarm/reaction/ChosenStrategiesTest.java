package dev.waggle.swarm.reaction;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.random.RandomGenerator;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.DeferredTurnException;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.reaction.LearningChooser.RewardSample;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Choice of strategies by a model agent: the permitted strategies, the chooser, and the rewards that it learns. */
class ChosenStrategiesTest {

    private static final String FINDS = "{'type':'discovery','confidence':0.8,'content':'found'}";

    private final ReactionTestBed round = new ReactionTestBed();

    @Test
    @DisplayName("C6 over 1000 reactions no other strategy is used")
    void c6OnlyItsStrategiesAreUsed() throws Exception {
        ModelAgent agent = new ModelAgent(AgentProfile.of("agent"), TalkingHarness.signals(),
                round.config(ReactionStrategy.ANALYZE)
                        .withStrategies(EnumSet.of(ReactionStrategy.ANALYZE, ReactionStrategy.CHALLENGE)));
        SampleLog log = new SampleLog();
        Turn turn = log.turn(log.finds("other", "it leaks", 0.9));
        Participant participant = agent.join(log.briefing());

        for (int i = 0; i < 1_000; i++) {
            participant.react(turn);
        }

        assertThat(round.reactions).hasSize(1_000).extracting(ReactionReport::strategy)
                .containsOnly(ReactionStrategy.ANALYZE, ReactionStrategy.CHALLENGE)
                .contains(ReactionStrategy.ANALYZE, ReactionStrategy.CHALLENGE);
    }

    @Test
    void aBareQuestionIsNotChallengedByWhoCanDoSomethingElse() throws Exception {
        ModelAgent agent = new ModelAgent(AgentProfile.of("agent"), TalkingHarness.signals(),
                round.config(ReactionStrategy.ANALYZE).withStrategies(EnumSet.allOf(ReactionStrategy.class)));
        SampleLog log = new SampleLog();
        Participant participant = agent.join(log.briefing());

        for (int i = 0; i < 200; i++) {
            reactOrDefer(participant, log.turn(log.all().getFirst()));
        }

        assertThat(round.reactions).extracting(ReactionReport::strategy)
                .containsOnly(ReactionStrategy.ANALYZE, ReactionStrategy.PROPOSE, ReactionStrategy.DEFER);
    }

    private static void reactOrDefer(Participant participant, Turn turn) throws Exception {
        try {
            var _ = participant.react(turn);
        } catch (DeferredTurnException deferred) {
            assertThat(deferred).hasMessage("it chose to defer");
        }
    }

    @Test
    void whoMayNotProposeIsNeverAskedTo() throws Exception {
        AgentProfile hunter = AgentProfile.of("hunter")
                .withCanEmit(List.of(SignalType.DISCOVERY, SignalType.DOUBT, SignalType.VOTE));
        SampleLog log = new SampleLog();
        Participant participant = new ModelAgent(hunter, TalkingHarness.signals(),
                round.config(ReactionStrategy.ANALYZE)
                        .withStrategies(EnumSet.allOf(ReactionStrategy.class)).without(ReactionStrategy.DEFER))
                .join(log.briefing());

        for (int i = 0; i < 200; i++) {
            participant.react(log.turn(log.finds("ann", "a fact", 0.8)));
        }

        assertThat(round.reactions).extracting(ReactionReport::strategy)
                .containsOnly(ReactionStrategy.ANALYZE, ReactionStrategy.CHALLENGE, ReactionStrategy.SUPPORT);
    }

    @Test
    void whoseStrategiesLeadNowhereKeepsThem() throws Exception {
        AgentProfile voter = AgentProfile.of("voter").withCanEmit(List.of(SignalType.VOTE));
        SampleLog log = new SampleLog();
        Participant participant = new ModelAgent(voter, TalkingHarness.signals(), round.config(ReactionStrategy.ANALYZE)
                .withStrategies(EnumSet.of(ReactionStrategy.PROPOSE, ReactionStrategy.DEFER))).join(log.briefing());

        for (int i = 0; i < 100; i++) {
            reactOrDefer(participant, log.turn(log.all().getFirst()));
        }

        assertThat(round.reactions).extracting(ReactionReport::strategy).contains(ReactionStrategy.PROPOSE,
                ReactionStrategy.DEFER);
    }

    @Test
    void anAgentOfARoleHearsADeliberationAndNeverDefers() throws Exception {
        SampleLog log = new SampleLog();
        ModelAgent agent = ModelAgent.of("critic", "looks for what is wrong", TalkingHarness.signals(FINDS));
        Participant participant = agent.join(log.briefing());

        for (int i = 0; i < 100; i++) {
            assertThat(participant.react(log.turn(log.all().getFirst()))).as("turn " + i).isNotEmpty();
        }
        assertThat(agent.profile()).isEqualTo(AgentProfile.of("critic").withRole("looks for what is wrong"));
    }

    @Test
    @DisplayName("C18 what a participant learns is about the vectors that its strategies were chosen with")
    void c18FeedbackUsesTheSameVector() throws Exception {
        List<ContextVector> chosenWith = new ArrayList<>();
        List<RewardSample> learned = new ArrayList<>();
        SampleLog log = new SampleLog();
        Participant participant = new ModelAgent(AgentProfile.of("agent"), TalkingHarness.signals(FINDS),
                round.config(ReactionStrategy.ANALYZE).withChooser(new LearningChooser() {
                    @Override
                    public ReactionStrategy choose(Set<ReactionStrategy> arms, ContextVector context,
                            RandomGenerator random) {
                        chosenWith.add(context);
                        return ReactionStrategy.ANALYZE;
                    }

                    @Override
                    public void learn(List<RewardSample> lessons) {
                        learned.addAll(lessons);
                    }
                })).join(log.briefing());

        participant.react(log.turn(log.all().getFirst()));
        participant.learner().orElseThrow().learn(0.25);

        ContextVector vector = ContextVector.of(log.all().getFirst(), Personality.BALANCED);
        assertThat(chosenWith).containsExactly(vector);
        assertThat(learned).containsExactly(new RewardSample(ReactionStrategy.ANALYZE, vector, 0.25));
        assertThat(Objects.requireNonNull(round.reactions.peek()).context()).isEqualTo(vector);
    }

    @Test
    void ofSeveralSignalsTheMostConfidentMakesTheVector() throws Exception {
        SampleLog log = new SampleLog();
        Signal low = log.says("a", new Payload.Discovery("x", null, 1), 0.2);
        Signal high = log.says("b", new Payload.Discovery("y", null, 1), 0.9);

        new ModelAgent(AgentProfile.of("agent"), TalkingHarness.signals(), round.config(ReactionStrategy.ANALYZE))
                .join(log.briefing()).react(log.turn(low, high, low));

        assertThat(Objects.requireNonNull(round.reactions.peek()).context())
                .isEqualTo(ContextVector.of(high, Personality.BALANCED));
    }

    @Test
    void aChooserThatLeavesTheArmsFailsTheTurn() {
        SampleLog log = new SampleLog();
        Participant participant = new ModelAgent(AgentProfile.of("agent"), TalkingHarness.signals(),
                round.config(ReactionStrategy.ANALYZE).withChooser((arms, context, random) -> ReactionStrategy.DEFER))
                .join(log.briefing());

        assertThatThrownBy(() -> participant.react(log.turn(log.all().getFirst())))
                .hasMessageContaining("agent agent chose defer");
    }
}
