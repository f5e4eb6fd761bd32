package dev.waggle.swarm.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Severity;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.SteeringConfig;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.ParticipantLearner;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.event.AgentReaction;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.runlog.LifecycleFacts;
import dev.waggle.swarm.selection.SelectionConfig;
import dev.waggle.swarm.selection.WorkspaceConfig;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.proposes;
import static dev.waggle.swarm.testbed.ScriptedAgent.votes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Scenarios of selection in whole solves: the agents that get a turn, their reading order and their contributions. */
class SelectionScenariosTest {

    private static final SelectionConfig ALL = SelectionConfig.defaults();

    private final SolveTestBed table = new SolveTestBed();

    @Test
    void j15ExactlyTheTwoBestOfTenReactWhenTheScoresDiffer() {
        SwarmResult result = solve(ALL.withTopK(2), tenThatAreSure(0.95, 0.2));

        assertThat(reacted(1)).hasSize(10); // Nothing is known of any agent yet.
        assertThat(reacted(2)).containsExactly("a3", "a6");
        assertThat(facts(LifecycleFacts.AGENT_SKIPPED)).hasSize(8).allSatisfy(fact -> {
            assertThat(text(fact, "reason")).startsWith("it scores ").endsWith(" and more");
            assertThat(fact.links().cause()).isEqualTo(text(fact, "trigger")).isNotNull();
            assertThat(fact.scope().round()).isEqualTo(2);
        });
        assertThat(facts(LifecycleFacts.AGENT_SKIPPED)).extracting(fact -> text(fact, "agent")).doesNotContain("a3",
                "a6");
        assertThat(result.signalLog()).noneMatch(signal -> signal.type().equals(LifecycleFacts.AGENT_SKIPPED));
    }

    @Test
    void j15AllReactWhenTheScoresLieWithin15Hundredths() {
        solve(ALL.withTopK(2), tenThatAreSure(0.6, 0.2)); // 0.35 x 0.4 = 0.14

        assertThat(reacted(2)).hasSize(10);
        assertThat(facts(LifecycleFacts.AGENT_SKIPPED)).isEmpty();
    }

    @Test
    void whoWasPassedOverReadsItsMailInALaterRound() {
        List<ScriptedAgent> ten = tenThatAreSure(0.95, 0.2);

        solve(ALL.withTopK(2), ten);

        assertThat(reacted(3)).hasSize(8).doesNotContain("a3", "a6");
        assertThat(ten.getFirst().turns()).extracting(Turn::round).containsExactly(1, 3);
        assertThat(ten.getFirst().turns().getLast().stimuli()).hasSize(9);
        assertThat(table.events(SwarmEvent.SolveCompleted.class).getFirst().result().ending())
                .isEqualTo(LoopStop.SILENCE);
    }

    @Test
    @DisplayName("J16 with room for one signal the counterfactual challenge ignites and is read first")
    void j16TheCounterfactualChallengeIsReadFirst() {
        ScriptedAgent reader = agent("reader").listening(SignalType.CHALLENGE);

        SwarmResult result = SolveTestBed.solve(steered(SteeringConfig.defaults().withWorkspace(
                WorkspaceConfig.defaults().withWorkspaceEnabled().withMaxIgnitedPerRound(1)), challengers(reader)));

        List<Signal> read = reader.turns().getFirst().stimuli();
        assertThat(read).extracting(signal -> signal.grading().causalLevel())
                .containsExactly(CausalLevel.COUNTERFACTUAL, CausalLevel.CORRELATION);
        assertThat(result.consensus().votingRecord()).hasSize(2).extracting(vote -> vote.vote().weight())
                .containsOnly(0.6);
        assertThat(result.consensus().votingRecord()).extracting(VoteRecord::causalLevel)
                .containsExactly(CausalLevel.CORRELATION, CausalLevel.COUNTERFACTUAL);
    }

    @Test
    @DisplayName("J16 with room for one agent the one with the counterfactual challenge in its mail goes first")
    void j16WhoHasTheCounterfactualChallengeInItsMailGoesFirst() {
        // No agent receives its own signal: each challenger has the other's challenge; the judge has both and is first.
        SelectionConfig byAllButSureness = ALL.withTopK(2).withMinSpread(0)
                .withWeights(new SelectionConfig.Weights(0.35, 0, 0.15, 0.15));

        solve(byAllButSureness, List.of(
                agent("imagines").says(1, challenges(CausalLevel.COUNTERFACTUAL)),
                agent("sees").says(1, challenges(CausalLevel.CORRELATION)),
                agent("judge").listening(SignalType.CHALLENGE)));

        assertThat(reacted(1)).containsExactly("imagines", "sees");
        assertThat(reacted(2)).containsExactly("sees", "judge");
        assertThat(reacted(3)).containsExactly("imagines");
    }

    @Test
    void j16MailIsReadInCausalOrderWhereNotEverybodyGetsATurn() {
        ScriptedAgent reader = agent("reader").listening(SignalType.CHALLENGE);
        List<ScriptedAgent> agents = challengers(reader);

        solve(ALL.withTopK(3), agents);

        assertThat(reader.turns().getFirst().stimuli()).extracting(signal -> signal.grading().causalLevel())
                .containsExactly(CausalLevel.COUNTERFACTUAL, CausalLevel.CORRELATION);
    }

    @Test
    void mailStaysInItsOrderWhereEverybodyGetsATurn() {
        ScriptedAgent reader = agent("reader").listening(SignalType.CHALLENGE);

        SolveTestBed.solve(table.config(challengers(reader)));

        assertThat(reader.turns().getFirst().stimuli()).extracting(signal -> signal.grading().causalLevel())
                .containsExactly(CausalLevel.CORRELATION, CausalLevel.COUNTERFACTUAL);
    }

    @Test
    void j17WhoPredictedTheLastRoundBadlyIsChosenBeforeWhoPredictedItWell() {
        Draft found = Draft.of(new Payload.Discovery("news", null, 1), 0.99);
        Draft doubt = Draft.of(new Payload.Doubt("x", "really?", Severity.LOW), 0.5);
        SelectionConfig byAllButMatch = ALL.withTopK(2).withMinSpread(0)
                .withWeights(new SelectionConfig.Weights(0.35, 0.35, 0, 0.15));

        // In round 1 both receive discoveries, and x also doubts of y; in round 2 both receive discoveries alone.
        SwarmResult result = solve(byAllButMatch,
                List.of(agent("speaker").says(1, found, found).says(2, found, found).says(3).unasked(),
                        agent("y").says(1, doubt, doubt, doubt), agent("x")));

        assertThat(reacted(1)).containsExactly("speaker", "y");
        assertThat(reacted(3)).containsExactly("speaker", "x");
        assertThat(Objects.requireNonNull(result.activity().agentContributions().get("y")).avgConfidence())
                .isEqualTo(0.5);
    }

    @Test
    void whatAnAgentLearnedBeforeCountsForIt() {
        List<Agent> agents = List.of(expecting("poor", 0.1), expecting("rich", 0.9), expecting("fair", 0.5));

        SolveTestBed.solve(steered(SteeringConfig.defaults().withSelection(ALL.withTopK(1)), agents));

        assertThat(reacted(1)).containsExactly("rich");
        assertThat(reacted(2)).containsExactly("poor", "fair"); // 0.35 x 0.4 apart, less than 0.15.
    }

    @Test
    void whoCannotSayWhatItExpectsIsTakenForUnknownAndTheFailureIsLogged() {
        Agent broken = knowing("broken", new Known() {
            @Override
            public double expectedReward() {
                throw new IllegalStateException("nobody knows");
            }
        });

        SwarmResult result = SolveTestBed
                .solve(steered(SteeringConfig.defaults().withSelection(ALL.withTopK(1).withMinSpread(0)),
                        List.of(expecting("poor", 0.1), broken)));

        assertThat(reacted(1)).containsExactly("broken");
        assertThat(result.failures()).singleElement()
                .satisfies(failure -> assertThat(failure.message()).contains("nobody knows"));
    }

    @Test
    void f24ContributionsCountWhatWasSaidAndTheSilentHaveARowOfZeros() {
        SwarmResult result = table.solve(
                agent("busy").says(1, proposes("p"), proposes("q"), votes(Stance.AGREE, "p"),
                        votes(Stance.DISAGREE, "q"), votes(Stance.ABSTAIN, "p")),
                agent("silent"));

        assertThat(result.activity().agentContributions().values()).extracting(row -> row.agentId()).containsExactly(
                "busy",
                "silent");
        assertThat(Objects.requireNonNull(result.activity().agentContributions().get("busy"))).satisfies(row -> {
            assertThat(List.of(row.signalsEmitted(), row.proposalsMade(), row.challengesMade(), row.votesCast()))
                    .containsExactly(5, 2, 0, 3);
            assertThat(row.avgConfidence()).isCloseTo((2 * 0.8 + 3 * 0.6) / 5, within(1e-12));
        });
        assertThat(Objects.requireNonNull(result.activity().agentContributions().get("silent"))).satisfies(row -> {
            assertThat(List.of(row.signalsEmitted(), row.proposalsMade(), row.challengesMade(), row.votesCast()))
                    .containsOnly(0);
            assertThat(row.avgConfidence()).isZero();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void c1AStrongProposalNeverReachesWhoDoesNotListenToIt(int topK) {
        Draft strong = Draft.of(new Payload.Proposal("p", "do it now", "certain"), 1);
        ScriptedAgent deaf = agent("deaf").listening(SignalType.TASK_NEW);
        ScriptedAgent open = agent("open").listening(SignalType.PROPOSAL);
        SteeringConfig steering = SteeringConfig.defaults()
                .withWorkspace(WorkspaceConfig.defaults().withWorkspaceEnabled().withIgnitionThreshold(0))
                .withSelection(topK == 0 ? ALL : ALL.withTopK(topK).withMinSpread(0));

        SolveTestBed.solve(steered(steering, List.of(agent("loud").says(1, strong), deaf, open)));

        assertThat(deaf.turns()).singleElement()
                .satisfies(turn -> assertThat(turn.stimuli()).extracting(Signal::type)
                        .containsExactly(SignalType.TASK_NEW));
        assertThat(open.turns()).singleElement().satisfies(turn -> assertThat(turn.stimuli()).hasSize(1));
    }

    @Test
    void whatIgnitesGivesATurnToAllWhoHearItWhateverTheirScore() {
        List<ScriptedAgent> ten = new ArrayList<>(tenThatAreSure(0.95, 0.2));
        ten.add(agent("last").listening(SignalType.CHALLENGE, SignalType.TASK_NEW).says(1, finds(0.2)));
        ten.set(3, ten.get(3).says(1, finds("something 3", 0.95), challenges(CausalLevel.COUNTERFACTUAL)));
        SteeringConfig steering = SteeringConfig.defaults().withSelection(ALL.withTopK(2))
                .withWorkspace(WorkspaceConfig.defaults().withWorkspaceEnabled().withMaxIgnitedPerRound(1));

        SolveTestBed.solve(steered(steering, ten));

        assertThat(reacted(2)).contains("last").hasSizeGreaterThan(2);
        assertThat(ten.getFirst().turns().get(1).stimuli().getFirst().type()).isEqualTo(SignalType.CHALLENGE);
    }

    @Test
    void sameSeedSameWordsSameTurns() {
        SteeringConfig steering = SteeringConfig.defaults().withSelection(ALL.withTopK(3).withMinSpread(0.01))
                .withWorkspace(WorkspaceConfig.defaults().withWorkspaceEnabled());
        SolveTestBed first = new SolveTestBed();
        SolveTestBed second = new SolveTestBed();

        SwarmResult once = SolveTestBed.solve(first.config(tenThatAreSure(0.9, 0.3)).withSteering(steering));
        SwarmResult again = SolveTestBed.solve(second.config(tenThatAreSure(0.9, 0.3)).withSteering(steering));

        assertThat(SolveTestBed.said(again)).isEqualTo(SolveTestBed.said(once));
        assertThat(second.events(SwarmEvent.LifecycleRecorded.class))
                .extracting(event -> event.fact().payload().toString())
                .isEqualTo(first.events(SwarmEvent.LifecycleRecorded.class).stream()
                        .map(event -> event.fact().payload().toString()).toList());
    }

    private SwarmResult solve(SelectionConfig selection, List<? extends Agent> agents) {
        return SolveTestBed.solve(steered(SteeringConfig.defaults().withSelection(selection), agents));
    }

    private SwarmConfig steered(SteeringConfig steering, List<? extends Agent> agents) {
        return table.config(agents).withSteering(steering).withMath(MathConfig.off());
    }

    /** Ten agents that answer the question, the fourth and seventh with more confidence, and then only listen. */
    private static List<ScriptedAgent> tenThatAreSure(double two, double others) {
        return IntStream.range(0, 10)
                .mapToObj(i -> agent("a" + i).says(1, finds("something " + i, i == 3 || i == 6 ? two : others)))
                .toList();
    }

    /** A proposer, two agents that challenge it equally and vote, and one that reads the challenges. */
    private static List<ScriptedAgent> challengers(ScriptedAgent reader) {
        return Stream.of(agent("proposer").listening(SignalType.TASK_NEW).says(1, proposes("p")),
                agent("sees").listening(SignalType.PROPOSAL).says(2, challenges(CausalLevel.CORRELATION),
                        levelled(votes(Stance.AGREE, "p", 0.6), CausalLevel.CORRELATION)),
                agent("imagines").listening(SignalType.PROPOSAL).says(2, challenges(CausalLevel.COUNTERFACTUAL),
                        levelled(votes(Stance.DISAGREE, "p", 0.6), CausalLevel.COUNTERFACTUAL)),
                reader).toList();
    }

    private static Draft challenges(CausalLevel level) {
        return levelled(Draft.of(new Payload.Challenge("p", "what if not?", null), 0.8), level);
    }

    private static Draft levelled(Draft draft, CausalLevel level) {
        return draft.withGrading(draft.grading().withCausalLevel(level));
    }

    private static Draft finds(double confidence) {
        return finds("something", confidence);
    }

    private static Draft finds(String finding, double confidence) {
        return Draft.of(new Payload.Discovery(finding, null, 1), confidence);
    }

    /** A silent agent that expects this reward of its turns. */
    private static Agent expecting(String id, double reward) {
        return knowing(id, new Known() {
            @Override
            public double expectedReward() {
                return reward;
            }
        });
    }

    private static Agent knowing(String id, ParticipantLearner learner) {
        return Agent.of(AgentProfile.of(id), new Participant() {
            @Override
            public List<Draft> react(Turn turn) {
                return List.of();
            }

            @Override
            public Optional<ParticipantLearner> learner() {
                return Optional.of(learner);
            }
        });
    }

    /** A learner that knows something and learns nothing. */
    private abstract static class Known implements ParticipantLearner {
        @Override
        public JsonValue known() {
            return JsonValue.ofNull();
        }

        @Override
        public void begin(JsonValue known) {}

        @Override
        public void learn(double reward) {}
    }

    private List<String> reacted(int round) {
        return table.events(SwarmEvent.AgentReacted.class).stream().map(SwarmEvent.AgentReacted::reaction)
                .filter(reaction -> reaction.round() == round).map(AgentReaction::agentId).toList();
    }

    private List<Signal> facts(SignalType type) {
        return table.events(SwarmEvent.LifecycleRecorded.class).stream().map(SwarmEvent.LifecycleRecorded::fact)
                .filter(fact -> fact.type().equals(type)).toList();
    }

    private static String text(Signal fact, String name) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        if (fact.payload() instanceof Payload.Open open && open.data() instanceof JsonValue.Obj body) {
            fields.putAll(body.fields());
        }
        return fields.get(name) instanceof JsonValue.Str text ? text.value() : "";
    }
}
