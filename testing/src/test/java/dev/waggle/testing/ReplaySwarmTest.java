package dev.waggle.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.harness.ForwardingHarness;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessContract;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.reaction.ReactionStrategy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

import static dev.waggle.testing.ScriptedReply.calls;
import static dev.waggle.testing.ScriptedReply.fails;
import static dev.waggle.testing.ScriptedReply.finds;
import static dev.waggle.testing.ScriptedReply.proposes;
import static dev.waggle.testing.ScriptedReply.says;
import static dev.waggle.testing.ScriptedReply.votes;
import static org.assertj.core.api.Assertions.assertThat;

/** The extension, by small test classes that a launcher runs. */
class ReplaySwarmTest {

    /** The live model of the small tests; a replay must not call it. */
    private static final AtomicReference<ScriptedModel> LIVE = new AtomicReference<>(ScriptedModel.named("none"));

    /** The changeable words of the small tests. */
    private static final AtomicReference<String> ROLE = new AtomicReference<>("");

    @TempDir
    Path folder;

    private final Map<String, String> parameters = new TreeMap<>();

    @BeforeEach
    void begin() {
        parameters.put("waggle.recordings", folder.toString());
        parameters.put("waggle.ci", "false");
        ROLE.set("answers");
        LIVE.set(deliberating());
    }

    @AfterEach
    void leaveNothingUnfinished() throws IOException {
        assertThat(files()).noneMatch(name -> name.endsWith(".part"));
    }

    /** A model for a scout and a critic that agree in their second turns. */
    private static ScriptedModel deliberating() {
        return ScriptedModel.named("live")
                .agent("scout").answers(proposes("p", "Shard it"), votes("p", Stance.AGREE))
                .agent("critic").answers(finds("Reads dominate"), votes("p", Stance.AGREE));
    }

    private static SwarmResult solve(ReplayedModels models, World world) {
        return new SwarmStage().solve(world, models.harness(LIVE.get()), "scout", "critic");
    }

    /** A solve with a recording. */
    static class Deciding {

        @Test
        @ReplaySwarm("calls.jsonl")
        void decides(ReplayedModels models) {
            List<Agent> team = Stream.of("scout", "critic").<Agent>map(id -> ModelAgent.of(id, ROLE.get(),
                    models.harness(LIVE.get()))).toList();
            SwarmResult result = SwarmStage.solve(SwarmConfig.of(team).withWorld(models.world()));

            SwarmAssertions.assertThat(result).decided("Shard it");
        }
    }

    @Test
    void callsAreRecordedOnceAndThenReplayedWithoutTheModel() throws Exception {
        assertThat(failure(Deciding.class)).isNull();
        byte[] recorded = Files.readAllBytes(folder.resolve("calls.jsonl"));
        assertThat(LIVE.get().requests()).isNotEmpty();
        LIVE.set(ScriptedModel.named("live"));
        parameters.put("waggle.ci", "true");

        assertThat(failure(Deciding.class)).isNull();

        assertThat(LIVE.get().requests()).isEmpty();
        assertThat(Files.readAllBytes(folder.resolve("calls.jsonl"))).isEqualTo(recorded);
        assertThat(files()).containsExactly("calls.jsonl");
    }

    @Test
    void aReplayFailsWithTheFirstDepartureAndAsksNoModel() throws Exception {
        assertThat(failure(Deciding.class)).isNull();
        LIVE.set(deliberating());
        ROLE.set("answers briefly");

        AssertionError departed = (AssertionError) Objects.requireNonNull(failure(Deciding.class));

        assertThat(departed).hasMessageContaining("calls.jsonl: the replay departs from its recording at turn 1 of"
                + " agent \"critic\": in call 1, message 1 (user) differs at character ")
                .hasMessageContaining("It is the first of 6 such calls.")
                .hasMessageContaining("Maybe record again: -Dwaggle.record=true.");
        assertThat(departed.getMessage()).doesNotContain("a seed of its own");
        assertThat(departed.getSuppressed()).singleElement()
                .satisfies(own -> assertThat(own).hasMessageContaining("expected a decision for \"Shard it\""));
        assertThat(LIVE.get().requests()).isEmpty();
    }

    @Test
    void aNewRecordingReplacesTheOldOneInOneStep() throws Exception {
        assertThat(failure(Deciding.class)).isNull();
        ROLE.set("answers briefly");
        LIVE.set(deliberating());
        parameters.put("waggle.record", "true");

        assertThat(failure(Deciding.class)).isNull();

        parameters.remove("waggle.record");
        LIVE.set(ScriptedModel.named("live"));
        assertThat(failure(Deciding.class)).isNull();
    }

    @Test
    void aCiBuildWithoutARecordingFailsAndCallsNoModel() throws Exception {
        parameters.put("waggle.ci", "true");

        assertThat(failure(Deciding.class)).hasMessageContaining("there is no recording " + folder.resolve(
                "calls.jsonl")).hasMessageContaining("a CI build calls no model");

        assertThat(LIVE.get().requests()).isEmpty();
        assertThat(files()).isEmpty();
    }

    @Test
    void aFileThatIsNoRecordingIsRefused() throws Exception {
        Files.writeString(folder.resolve("calls.jsonl"), "no journal\n");

        assertThat(failure(Deciding.class)).hasMessageContaining("calls.jsonl");
        assertThat(LIVE.get().requests()).isEmpty();
    }

    @Test
    void theCallsOfAKilledRunAreNotOverwritten() throws Exception {
        Path part = Files.writeString(folder.resolve("calls.jsonl.part"), "paid for");

        assertThat(failure(Deciding.class)).hasMessageContaining("calls.jsonl.part is in the way");

        assertThat(part).hasContent("paid for");
        Files.delete(part);
    }

    /** A swarm that has a seed of its own. */
    static class OwnSeed {

        static final AtomicInteger SEED = new AtomicInteger();

        @Test
        @ReplaySwarm("calls.jsonl")
        void decides(ReplayedModels models) {
            solve(models, World.system(SEED.get()));
        }
    }

    @Test
    void aSwarmWithASeedOfItsOwnIsToldToTakeTheRecordedOne() {
        assertThat(failure(OwnSeed.class)).isNull();
        Throwable departed = null;
        while (departed == null && OwnSeed.SEED.get() < 50) { // Two seeds may choose the same questions.
            OwnSeed.SEED.incrementAndGet();
            departed = failure(OwnSeed.class);
        }

        assertThat(departed).hasMessageContaining("SwarmConfig.withWorld(models.world())");
    }

    /** A failing test. */
    static class FailingAfterwards {

        @Test
        @ReplaySwarm("calls.jsonl")
        void fails(ReplayedModels models) {
            solve(models, models.world());
            throw new IllegalStateException("the test itself");
        }
    }

    @Test
    void paidCallsOutliveAFailureOfTheTestItself() throws Exception {
        assertThat(failure(FailingAfterwards.class)).hasMessage("the test itself");
        LIVE.set(ScriptedModel.named("live"));

        assertThat(failure(Deciding.class)).as("what was recorded is replayed").isNull();
    }

    @Test
    void aFailedTestWithFailedCallsLeavesNoRecording() throws Exception {
        LIVE.set(ScriptedModel.named("live").answers(fails(HarnessFailure.Kind.AUTHENTICATION, "no key")));

        assertThat(failure(Deciding.class)).hasMessageContaining("authentication: no key");

        assertThat(files()).isEmpty();
    }

    /** A test of a failure. */
    static class ExpectingFailure {

        @Test
        @ReplaySwarm("calls.jsonl")
        void fails(ReplayedModels models) {
            SwarmAssertions.assertThat(solve(models, models.world())).hasFailure("scout", "no key");
        }
    }

    @Test
    void anExpectedFailureOfAModelIsRecordedAndReplayed() {
        LIVE.set(ScriptedModel.named("live").answers(fails(HarnessFailure.Kind.AUTHENTICATION, "no key")));

        assertThat(failure(ExpectingFailure.class)).isNull();

        LIVE.set(ScriptedModel.named("live"));
        assertThat(failure(ExpectingFailure.class)).isNull();
    }

    /** A test that forgets to wrap its model. */
    static class Unwrapped {

        @Test
        @ReplaySwarm("calls.jsonl")
        void passes(ReplayedModels models) {
            new SwarmStage().solve(models.world(), LIVE.get(), "scout");
        }
    }

    @Test
    void aTestThatWrapsNoModelFailsInBothModes() throws Exception {
        assertThat(failure(Unwrapped.class)).hasMessageContaining("without a call that could be recorded")
                .hasMessageContaining("Maybe wrap the model: ReplayedModels.harness(model).");
        assertThat(files()).isEmpty();
        LIVE.set(deliberating());
        assertThat(failure(Deciding.class)).isNull();

        assertThat(failure(Unwrapped.class)).hasMessageContaining("without a call of the recording");
    }

    /** A test without the parameter. */
    static class WithoutModels {

        @Test
        @ReplaySwarm("calls.jsonl")
        void passes() {}
    }

    @Test
    void aTestWithARecordingTakesTheModels() throws Exception {
        assertThat(failure(WithoutModels.class)).hasMessageContaining("takes no models")
                .hasMessageContaining("Maybe add the parameter ReplayedModels models.");
        assertThat(files()).isEmpty();
    }

    /** Two solves in one test. */
    static class SolvingTwice {

        @Test
        @ReplaySwarm("calls.jsonl")
        void solvesTwice(ReplayedModels models) {
            solve(models, models.world());
            LIVE.set(deliberating());
            solve(models, models.world());
        }
    }

    @Test
    void aRecordingOfTwoSolvesIsRefused() throws Exception {
        assertThat(failure(SolvingTwice.class)).hasMessageContaining("recorded 2 solves, and a recording holds one")
                .hasMessageContaining("Maybe a test method for each solve.");
        assertThat(files()).isEmpty();
    }

    /** A model that is wrapped, and wrapped again. */
    static class WrappedTwice {

        @Test
        @ReplaySwarm("calls.jsonl")
        void wraps(ReplayedModels models) {
            new SwarmStage().solve(models.world(), models.harness(models.harness(LIVE.get())), "scout");
        }
    }

    /** A model that is wrapped behind a harness of its own, so that each call is recorded twice. */
    static class WrappedTwiceBehindAnother {

        @Test
        @ReplaySwarm("calls.jsonl")
        void wraps(ReplayedModels models) {
            Harness once = models.harness(LIVE.get());
            Harness behind = new ForwardingHarness(once) {
                @Override
                public HarnessOutput run(HarnessInput input, RunContext context)
                        throws HarnessException, InterruptedException {
                    return once.run(input, context);
                }
            };
            new SwarmStage().solve(models.world(), models.harness(behind), "scout", "critic");
        }
    }

    @Test
    void whatCannotBeReplayedIsNotRecorded() throws Exception {
        assertThat(failure(WrappedTwice.class)).hasMessageContaining("is wrapped already");
        assertThat(failure(WrappedTwiceBehindAnother.class))
                .hasMessageContaining("the calls of the test cannot be replayed: ").hasMessageContaining("two calls");
        assertThat(files()).isEmpty();
    }

    /** A direct call, without a swarm. */
    static class Asking {

        @Test
        @ReplaySwarm("deep/er/calls.jsonl")
        void asks(ReplayedModels models) throws Exception {
            RunContext context = RunContext.of(RunContext.Caller.of("me", 1), models.world(), signal -> {
            });

            HarnessOutput output = models.harness(LIVE.get()).run(HarnessContract.question("?"), context);
            assertThat(output.content()).isEqualTo("dance");
        }
    }

    @Test
    void aCallWithoutASwarmIsRecordedBelowNewFolders() {
        LIVE.set(ScriptedModel.named("live").answers(says("dance")));

        assertThat(failure(Asking.class)).isNull();

        assertThat(folder.resolve("deep/er/calls.jsonl")).isRegularFile();
        LIVE.set(ScriptedModel.named("live"));
        assertThat(failure(Asking.class)).isNull();
    }

    /** A class with a recording, whose tests have one each. */
    @ReplaySwarm("all.jsonl")
    static class Several {

        @Test
        void one(ReplayedModels models) {
            solve(models, models.world());
        }

        @Test
        void withoutModels() {}

        @RepeatedTest(2)
        void again(ReplayedModels models) {
            LIVE.set(deliberating());
            solve(models, models.world());
        }

        @Test
        @ReplaySwarm("own.jsonl")
        void other(ReplayedModels models) {
            LIVE.set(deliberating());
            solve(models, models.world());
        }
    }

    @Test
    void eachTestOfAClassHasAFileOfItsOwn() throws Exception {
        assertThat(failures(Several.class)).isEmpty();
        assertThat(files()).containsExactly("all-again-1.jsonl", "all-again-2.jsonl", "all-one.jsonl", "own.jsonl");
        parameters.put("waggle.ci", "true");

        assertThat(failures(Several.class)).isEmpty();
    }

    /** Preparation that takes the models, and a test that does not run. */
    static class Preparing {

        @BeforeEach
        void prepare(ReplayedModels models) {
            Harness _ = models.harness(LIVE.get());
            throw new IllegalStateException("not prepared");
        }

        @Test
        @ReplaySwarm("calls.jsonl")
        void neverRuns(ReplayedModels models) {}
    }

    @Test
    void aFailedPreparationLeavesNothing() throws Exception {
        assertThat(failure(Preparing.class)).hasMessage("not prepared");
        assertThat(files()).isEmpty();
    }

    /** A test that is not to run here. */
    static class Aborting {

        @Test
        @ReplaySwarm("calls.jsonl")
        void aborts(ReplayedModels models) {
            Assumptions.abort("not here");
        }
    }

    @Test
    void anAbortedTestStaysAborted() throws Exception {
        assertThat(failure(Aborting.class)).hasMessageContaining("not here");
        assertThat(files()).isEmpty();
    }

    /** Models outside of a test method, without an annotation, and in dynamic tests. */
    static class InConstructor {

        InConstructor(ReplayedModels models) {}

        @Test
        @ReplaySwarm("calls.jsonl")
        void never() {}
    }

    @ReplaySwarm("calls.jsonl")
    static class Dynamic {

        @TestFactory
        Stream<DynamicTest> tests(ReplayedModels models) {
            return Stream.empty();
        }
    }

    @Test
    void modelsBelongToATestMethod() throws Exception {
        assertThat(failure(InConstructor.class)).hasMessageContaining("ReplayedModels");
        assertThat(failure(Dynamic.class)).hasMessageContaining("dynamic tests of tests")
                .hasMessageContaining("Maybe a @ParameterizedTest.");
        assertThat(files()).isEmpty();
    }

    /** A solve whose agent calls a tool. */
    static class WithTool implements Tool {

        static final AtomicInteger USED = new AtomicInteger();

        @Override
        public ToolDefinition definition() {
            return new ToolDefinition("look", "Looks around.", new JsonValue.Obj(Map.of()));
        }

        @Override
        public ToolOutcome call(ToolCaller caller, JsonValue input) {
            USED.incrementAndGet();
            return new ToolOutcome.Done("a tree", input);
        }

        @Test
        @ReplaySwarm("calls.jsonl")
        void looks(ReplayedModels models) throws InterruptedException {
            ToolRegistry tools = models.tools(ToolRegistry.of(Set.of(this)));
            Agent agent = new ModelAgent(AgentProfile.of("scout"), models.harness(LIVE.get()),
                    ModelAgentConfig.defaults().without(ReactionStrategy.DEFER).withTools(tools));
            SwarmStage.solve(SwarmConfig.of(List.of(agent)).withWorld(models.world()));
            if (models.isRecording()) {
                return;
            }
            assertThat(tools.call("look", new ToolCaller("scout", 1), JsonValue.of("south")))
                    .isInstanceOf(ToolOutcome.Failed.class);
        }
    }

    @Test
    void aToolAnswersFromTheRecordingAndAnUnknownCallOfItDeparts() {
        LIVE.set(ScriptedModel.named("live").answers(calls("look", JsonValue.of("north")), proposes("p", "Shard it")));

        assertThat(failure(WithTool.class)).isNull();
        assertThat(WithTool.USED).hasValue(1);

        assertThat(failure(WithTool.class)).hasMessageContaining("the replay departs from its recording at turn 1 of"
                + " agent \"scout\": the tool look was not called with this input");
        assertThat(WithTool.USED).as("a replay runs no tool").hasValue(1);
    }

    @Test
    void aRecordingThatCannotBeWrittenFailsTheTestAndIsNotThere() throws Exception {
        Files.createDirectory(folder.resolve("calls.jsonl"));

        parameters.put("waggle.record", "true");
        assertThat(failure(Deciding.class)).hasMessageContaining("is a directory");
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).map(file -> folder.relativize(file).toString()).sorted().toList();
        }
    }

    /** The failure of the one test of a class; null when it passed. */
    private @Nullable Throwable failure(Class<?> tests) {
        List<Throwable> all = failures(tests);
        assertThat(all).hasSizeLessThanOrEqualTo(1);
        return all.isEmpty() ? null : all.getFirst();
    }

    private List<Throwable> failures(Class<?> tests) {
        List<Throwable> failures = new ArrayList<>();
        Set<String> ended = new TreeSet<>();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(tests)).configurationParameters(parameters).build();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                ended.add(test.getUniqueId());
                result.getThrowable().ifPresent(failures::add);
            }
        });
        assertThat(ended).as("tests that ended").hasSizeGreaterThan(1);
        return failures;
    }
}
