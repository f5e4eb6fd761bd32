package dev.waggle.swarm;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.ScriptedHarness;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.JournalFactory;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.tool.Tool;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.HumanSpeaker;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.call.MeteredHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.catchThrowable;

class SwarmBuilderTest {

    private static final String QUESTION = "Shard the database or buy time?";
    private static final String FINDS = "{\"signals\":[{\"type\":\"discovery\",\"content\":\"it grows\","
            + "\"relevance\":0.9,\"confidence\":0.8}]}";
    private static final int TOKENS_OF_A_CALL = 100;

    /** Names of the tools that the model was offered, call by call. */
    private final Queue<List<String>> offers = new ConcurrentLinkedQueue<>();

    @Test
    void aModelPlaysEveryRole() {
        try (Swarm swarm = Swarm.builder().model(model()).agent("scout", "finds what matters")
                .agent("critic", "looks for what is wrong").rounds(1).build()) {
            SwarmResult result = swarm.solve(QUESTION);

            assertThat(result.signalLog()).extracting(signal -> signal.source().label() + " " + signal.type())
                    .startsWith("orchestrator task:new").contains("scout discovery", "critic discovery");
            assertThat(((Payload.Task) result.signalLog().getFirst().payload()).task()).isEqualTo(QUESTION);
            assertThat(result.timing().roundsUsed()).isEqualTo(1);
            assertThat(result.cost().tokens()).isEqualTo(2 * TOKENS_OF_A_CALL);
        }
    }

    /** The stack trace then shows the wrong line of the caller, and not of build() or of a turn. */
    @Test
    @SuppressWarnings("NullAway") // Callers without a null checker.
    void whatIsAbsentIsRefusedByNameAtOnce() {
        Map<String, Consumer<Swarm.Builder>> absent = Map.ofEntries(
                Map.entry("agent", builder -> builder.agent((Agent) null)),
                Map.entry("role", builder -> builder.agent("scout", null)),
                Map.entry("modelName", builder -> builder.agent("scout", "finds", null)),
                Map.entry("person", builder -> builder.seat("maya", null)),
                Map.entry("participant", builder -> builder.agent(Agent.of("host", null))),
                Map.entry("tool", builder -> builder.tool(null)),
                Map.entry("model", builder -> builder.model((String) null)),
                Map.entry("journal", builder -> builder.journal((Journal) null)),
                Map.entry("folder", builder -> builder.journal((Path) null)),
                Map.entry("variables", builder -> builder.environment(null)),
                Map.entry("change", builder -> builder.configure(null)));

        absent.forEach((name, call) -> assertThatNullPointerException()
                .isThrownBy(() -> call.accept(Swarm.builder())).withMessage(name));
        assertThatNullPointerException().isThrownBy(() -> Swarm.builder().model((Harness) null)).withMessage("model");
        assertThatNullPointerException()
                .isThrownBy(
                        () -> Swarm.builder().model(model()).agent("scout", "finds").configure(config -> null).build())
                .withMessage("the changed configuration");
    }

    @Test
    void agentsOfEveryKindStandInTheOrderOfTheirCalls() {
        List<Draft> nothing = List.of();
        SwarmSpec.SwarmAssembly assembly = spec(builder -> builder.model(model()).agent("scout", "finds")
                .agent(Agent.of("host", turn -> nothing)).seat("maya", new Silence()).agent("critic", "doubts"));

        assertThat(assembly.config().agents()).extracting(agent -> agent.profile().id())
                .containsExactly("scout", "host", "maya", "critic");
        assertThat(assembly.config().agents().getFirst().profile())
                .isEqualTo(AgentProfile.of("scout").withRole("finds"));
    }

    @Test
    void ownAgentsNeedNoModel() {
        try (Swarm swarm = Swarm.builder().agent(host()).agent(voter("ann")).agent(voter("bob")).build()) {
            SwarmResult result = swarm.solve("Where do we meet?");

            assertThat(result.answer()).isEqualTo("In the park");
            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        }
    }

    @Test
    void aPersonSitsInASeat() {
        Iterator<String> lines = List.of("find 0.8 it rains").iterator();
        HumanSpeaker typist = new HumanSpeaker() {
            @Override
            public Optional<String> nextLine(AgentProfile seat, Turn turn) {
                return lines.hasNext() ? Optional.of(lines.next()) : Optional.empty();
            }

            @Override
            public void onInvalidLine(AgentProfile seat, String line, String problem) {
                throw new IllegalArgumentException(problem);
            }
        };
        try (Swarm swarm = Swarm.builder().seat("maya", typist).build()) {
            assertThat(swarm.solve("Where do we meet?").signalLog()).extracting(Signal::type)
                    .containsExactly(SignalType.TASK_NEW, SignalType.DISCOVERY);
        }
    }

    @Test
    void toolsGoToTheAgentsBeforeAndAfterThem() {
        try (Swarm swarm = Swarm.builder().model(model()).agent("scout", "finds")
                .tool(tool("weather")).agent("critic", "doubts").tool(tool("clock")).rounds(1).build()) {
            swarm.solve(QUESTION);
        }

        assertThat(offers).containsOnly(List.of("weather", "clock")).hasSize(2);
    }

    @Test
    void theBudgetPaysForAModelOfOnesOwnOnce() {
        for (Harness model : List.of(model(), new MeteredHarness(model()))) {
            try (Swarm swarm = Swarm.builder().model(model).agent("scout", "finds").agent("critic", "doubts")
                    .budgetTokens(1_000_000).budgetUsd(20).rounds(1).build()) {
                assertThat(swarm.solve(QUESTION).cost().tokens()).isEqualTo(2 * TOKENS_OF_A_CALL);
            }
        }
    }

    @Test
    void aSpentBudgetEndsTheSolve() {
        try (Swarm swarm = Swarm.builder().model(model()).agent("scout", "finds").budgetTokens(1).build()) {
            SwarmResult result = swarm.solve(QUESTION);

            assertThat(result.ending()).isEqualTo(LoopStop.BUDGET);
            assertThat(result.cost().tokens()).isZero();
            assertThat(offers).isEmpty();
        }
    }

    @Test
    void everySettingReachesTheConfiguration() {
        MemoryJournal journal = new MemoryJournal();
        SwarmConfig config = spec(builder -> builder.agent(host()).budgetUsd(0.5).budgetTokens(9).rounds(3)
                .timeout(Duration.ofHours(1)).journal(journal)
                .configure(it -> it.withLimits(it.limits().withMaxSignals(7)))
                .configure(it -> it.withLimits(it.limits().withMaxSignals(it.limits().maxSignals() + 1)))).config();

        assertThat(config.limits()).isEqualTo(new Limits(3, 8, Duration.ofHours(1)));
        assertThat(config.spending().budget()).isEqualTo(new Budget(9L, 0.5));
        assertThat(config.journals().journalOf("any")).isSameAs(journal);
    }

    @Test
    void anythingUnstatedIsTheDefault() {
        SwarmConfig built = spec(builder -> builder.agent(host())).config();
        SwarmConfig defaults = SwarmConfig.of(List.of(host()));

        assertThat(built.limits()).isEqualTo(defaults.limits());
        assertThat(built.spending()).isEqualTo(defaults.spending());
        assertThat(built.consensus()).usingRecursiveComparison().isEqualTo(defaults.consensus());
        assertThat(built.steering()).isEqualTo(defaults.steering());
        assertThat(built.services().persistence().answers()).isEmpty();
    }

    @Test
    void aSolveInAFolderGoesOnAfterItsProcess(@TempDir Path folder) {
        SwarmResult first = solveIn(folder);
        int asked = offers.size();

        SwarmResult again = solveIn(folder);

        assertThat(asked).isPositive();
        assertThat(offers).hasSize(asked);
        assertThat(again.signalLog()).isEqualTo(first.signalLog());
        assertThat(folder.resolve("answers")).isNotEmptyDirectory();
    }

    @Test
    void closingFreesTheFolder(@TempDir Path folder) {
        solveIn(folder);

        try (Journal journal = JournalFactory.installed().open(folder)) {
            assertThat(journal.read(1, 1)).extracting(LogEntry::sequence).containsExactly(1L);
        }
    }

    @Test
    void closingOnTheThreadOfASolveFreesTheFolderAtItsEnd(@TempDir Path folder) throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        Swarm swarm = Swarm.builder().agent(host()).journal(folder).build();
        var _ = swarm.on(SwarmEvent.SignalEmitted.class, _ -> {
            swarm.close();
            closed.countDown();
        });

        SwarmResult result = swarm.solve(QUESTION);

        assertThat(closed.getCount()).isZero();
        assertThat(result.ending()).isEqualTo(LoopStop.CANCELLED);
        assertThatIllegalStateException().isThrownBy(() -> swarm.solve(QUESTION));
        JournalFactory.installed().open(folder).close();
    }

    @Test
    void aRefusedSwarmLeavesNothingOpen(@TempDir Path folder) {
        assertThatIllegalArgumentException().isThrownBy(() -> Swarm.builder().agent(host()).journal(folder)
                .configure(config -> {
                    throw new IllegalArgumentException("not so");
                }).build()).withMessage("not so");
        assertThat(folder).isNotEmptyDirectory();

        JournalFactory.installed().open(folder).close();
    }

    @Test
    void aFolderThatCannotBeOpenedIsNamed(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("taken"), "x");

        assertThatExceptionNames(file, () -> Swarm.builder().agent(host()).journal(file).build());
    }

    @Test
    void aBuilderMakesAnyNumberOfSwarms(@TempDir Path folder) {
        Swarm.Builder builder = Swarm.builder().agent(host()).agent(voter("ann")).agent(voter("bob")).journal(folder);
        List<String> answers = new ArrayList<>();

        IntStream.range(0, 3).forEach(_ -> {
            try (Swarm swarm = builder.build()) {
                answers.add(swarm.solve(QUESTION).answer());
            }
        });

        assertThat(answers).containsExactly("In the park", "In the park", "In the park");
    }

    @Test
    void aStreamAnswersAQuestion() {
        List<String> milestones = new ArrayList<>();
        try (Swarm swarm = Swarm.builder().agent(host()).agent(voter("ann")).agent(voter("bob")).build();
                SwarmStream stream = swarm.stream("Where do we meet?")) {
            stream.forEach(milestone -> milestones.add(milestone.type()));
            assertThat(stream.result().answer()).isEqualTo("In the park");
        }

        assertThat(milestones).startsWith("solve:start").endsWith("solve:complete");
    }

    @Test
    void refusesASwarmThatCannotWork() {
        assertThatIllegalArgumentException().isThrownBy(() -> Swarm.builder().model(model()).build())
                .withMessageContaining("at least one agent, got none").withMessageContaining("Maybe .agent(");
        assertThatIllegalArgumentException().isThrownBy(() -> Swarm.builder().agent("scout", "finds").build())
                .withMessageContaining("the agent \"scout\" has no model").withMessageContaining("Maybe .model(");
        assertThatIllegalArgumentException().isThrownBy(() -> Swarm.builder().model(model()).agent("scout", "finds")
                .agent("scout", "doubts").build()).withMessageContaining("two agents have the id \"scout\"");
        assertThatIllegalArgumentException().isThrownBy(() -> Swarm.builder().agent(host()).tool(tool("clock")).build())
                .withMessageContaining("no agent can call the tool \"clock\"");
        assertThatIllegalArgumentException().isThrownBy(() -> Swarm.builder().model(model()).agent("scout", "finds")
                .tool(tool("clock")).tool(tool("clock")).build())
                .withMessageContaining("two tools are called \"clock\"");
    }

    @Test
    void refusesABadValueWhereItIsStated() {
        Swarm.Builder builder = Swarm.builder();

        assertThatIllegalArgumentException().isThrownBy(() -> builder.agent("", "finds"));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.budgetUsd(0));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.budgetUsd(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.budgetTokens(0));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.rounds(0));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.timeout(Duration.ZERO));
    }

    private SwarmResult solveIn(Path folder) {
        try (Swarm swarm = Swarm.builder().model(model()).agent("scout", "finds").rounds(1).journal(folder).build()) {
            return swarm.solveResumable(QUESTION, "shard");
        }
    }

    /** Assembly of a builder without a folder, so that nothing has to be closed. */
    private static SwarmSpec.SwarmAssembly spec(Consumer<Swarm.Builder> calls) {
        Swarm.Builder builder = Swarm.builder();
        calls.accept(builder);
        return builder.assemble();
    }

    private static void assertThatExceptionNames(Path file, Runnable action) {
        assertThat(catchThrowable(action::run)).hasMessageContaining(file.toString());
    }

    /** A model that always finds the same, for {@value #TOKENS_OF_A_CALL} tokens. */
    private Harness model() {
        return ScriptedHarness.playing((input, _, _) -> {
            offers.add(input.tools().stream().map(ToolOffer::name).toList());
            return ScriptedHarness.output(FINDS, ScriptedHarness.usage(60, TOKENS_OF_A_CALL - 60));
        });
    }

    private static Tool tool(String name) {
        return Tool.of(name, "tells something", Map.of(), input -> "it is so");
    }

    private static Agent host() {
        return Agent.of("host", turn -> turn.round() > 1 ? List.of()
                : List.of(Draft.proposal("park", "In the park", "there is room", 0.9),
                        Draft.vote("park", Stance.AGREE, 0.9)));
    }

    private static Agent voter(String id) {
        return Agent.of(AgentProfile.of(id).withListens(List.of(SignalType.PROPOSAL)),
                turn -> List.of(Draft.vote("park", Stance.AGREE, 0.9)));
    }

    /** A person who says nothing. */
    private record Silence() implements HumanSpeaker {

        @Override
        public Optional<String> nextLine(AgentProfile seat, Turn turn) {
            return Optional.empty();
        }

        @Override
        public void onInvalidLine(AgentProfile seat, String line, String problem) {
            throw new IllegalArgumentException(problem);
        }
    }
}
