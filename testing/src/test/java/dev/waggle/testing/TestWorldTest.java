package dev.waggle.testing;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.signal.world.World;
import dev.waggle.signal.world.WorldContract;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.reaction.ReactionStrategy;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import static dev.waggle.testing.ScriptedReply.calls;
import static dev.waggle.testing.ScriptedReply.finds;
import static dev.waggle.testing.ScriptedReply.hangs;
import static dev.waggle.testing.ScriptedReply.proposes;
import static dev.waggle.testing.ScriptedReply.votes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class TestWorldTest implements WorldContract {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Override
    public World world(long seed) {
        return TestWorld.manual(TestWorld.START, seed);
    }

    @Test
    void anAutomaticWorldHasTheChanceOfItsSeedToo() {
        TestWorld world = TestWorld.automatic(TestWorld.START, 7);

        assertThat(world.random("dice").nextLong()).isEqualTo(world(7).random("dice").nextLong());
        assertThat(world.fork("part").nextId("sig")).isEqualTo(world(7).fork("part").nextId("sig"));
    }

    @Test
    void theClockStandsUntilATestMovesIt() {
        TestWorld world = TestWorld.manual();

        world.advance(MINUTE);
        world.fork("other");

        assertThat(world.now()).isEqualTo(TestWorld.START.plus(MINUTE));
        assertThat(world.elapsed()).isEqualTo(MINUTE);
        assertThat(world.fork("other").now()).isEqualTo(world.now());
        assertThatIllegalArgumentException().isThrownBy(() -> world.advance(MINUTE.negated()));
        assertThatIllegalArgumentException().isThrownBy(() -> world.advanceWhenWaiting(0, MINUTE))
                .withMessageContaining("waiting must be at least 1, got 0");
    }

    @Test
    void aManualClockMovesOnceSoManyThreadsWait() throws Exception {
        TestWorld world = TestWorld.manual();
        CompletableFuture<Boolean> one = waiting(world, new CompletableFuture<>(), MINUTE);
        CompletableFuture<Boolean> other = waiting(world.fork("other"), new CompletableFuture<>(), MINUTE);

        world.advanceWhenWaiting(2, MINUTE);

        assertThat(one.get()).isFalse();
        assertThat(other.get()).isFalse();
        assertThat(world.elapsed()).isEqualTo(MINUTE);
    }

    @Test
    void aWaitEndsWithItsFutureBeforeTimePasses() throws Exception {
        TestWorld world = TestWorld.manual();
        CompletableFuture<String> answer = new CompletableFuture<>();
        CompletableFuture<Boolean> waits = waiting(world, answer, Duration.ofDays(1_000_000));

        answer.complete("now");

        assertThat(waits.get()).isTrue();
        assertThat(world.elapsed()).isZero();
        assertThat(world.await(CompletableFuture.failedFuture(new IllegalStateException()), MINUTE)).isTrue();
        assertThat(world.await(new CompletableFuture<>(), Duration.ZERO)).isFalse();
    }

    @Test
    void anInterruptEndsAWait() {
        TestWorld world = TestWorld.manual();
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> world.await(new CompletableFuture<>(), MINUTE));
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void anAutomaticClockMovesForALoneWait() throws Exception {
        TestWorld world = TestWorld.automatic();

        assertThat(world.await(new CompletableFuture<>(), MINUTE)).isFalse();
        assertThat(world.elapsed()).isEqualTo(MINUTE);
    }

    @Test
    void anAutomaticClockStandsWhileWorkRuns() throws Exception {
        TestWorld world = TestWorld.automatic();
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<Duration> atTheEnd = new CompletableFuture<>();
        world.start("work", () -> {
            try {
                release.await();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
            atTheEnd.complete(world.elapsed());
        });
        CompletableFuture<Boolean> waits = waiting(world, atTheEnd, MINUTE);

        release.countDown();

        assertThat(waits.get()).as("the work ended first").isTrue();
        assertThat(atTheEnd.get()).isZero();
    }

    @RepeatedTest(20)
    void workThatWaitsAtTheSameTimeTakesTheLongestOfItsTimes() throws Exception {
        TestWorld world = TestWorld.automatic();
        List<CompletableFuture<Void>> done = List.of(new CompletableFuture<>(), new CompletableFuture<>(),
                new CompletableFuture<>());
        for (int i = 0; i < done.size(); i++) {
            CompletableFuture<Void> end = done.get(i);
            Duration span = MINUTE.multipliedBy(i + 1);
            world.start("work " + i, () -> {
                try {
                    world.await(new CompletableFuture<>(), span);
                } catch (InterruptedException stop) {
                    Thread.currentThread().interrupt();
                }
                end.complete(null);
            });
        }

        assertThat(world.await(CompletableFuture.allOf(done.toArray(CompletableFuture<?>[]::new)),
                MINUTE.multipliedBy(60))).isTrue();
        assertThat(world.elapsed()).isEqualTo(MINUTE.multipliedBy(3));
    }

    @RepeatedTest(5)
    void slowModelsOfASolveTakeNoRealTimeAndTheSameTimeEachRun() {
        TestWorld world = TestWorld.automatic();
        ScriptedModel model = ScriptedModel.named("slow")
                .agent("scout").answers(proposes("p", "Shard it").after(Duration.ofSeconds(40)),
                        votes("p", Stance.AGREE))
                .agent("critic").answers(finds("Reads dominate").after(Duration.ofSeconds(30)),
                        votes("p", Stance.AGREE).after(Duration.ofSeconds(20)));

        SwarmResult result = new SwarmStage().solve(world, model, "scout", "critic");

        SwarmAssertions.assertThat(result).decided("Shard it").hasNoFailures();
        assertThat(result.timing().total()).isEqualTo(MINUTE.plusSeconds(20)); // The last reply is given once more, to a challenge.
    }

    @Test
    void aModelThatHangsEndsWithTheTimeOfTheSolve() {
        TestWorld world = TestWorld.automatic();
        ScriptedModel model = ScriptedModel.named("stuck").answers(hangs("well "));
        SwarmConfig config = new SwarmStage().config(world, model, "scout")
                .withLimits(Limits.defaults().withTimeout(MINUTE.multipliedBy(5)));

        SwarmResult result = SwarmStage.solve(config);

        SwarmAssertions.assertThat(result).endedBy(LoopStop.TIMEOUT).isUndecided();
        assertThat(result.timing().total()).isEqualTo(MINUTE.multipliedBy(5));
    }

    @Test
    void aManualClockMovesASolveByHand() throws Exception {
        TestWorld world = TestWorld.manual();
        ScriptedModel model = ScriptedModel.named("slow")
                .answers(proposes("p", "Shard it").and(votes("p", Stance.AGREE)).after(MINUTE));
        CompletableFuture<SwarmResult> solving = CompletableFuture
                .supplyAsync(() -> new SwarmStage().solve(world, model, "scout"));

        world.advanceWhenWaiting(2, MINUTE);

        SwarmAssertions.assertThat(solving.get()).hasNoFailures().heard("scout", Payload.Vote.class);
        assertThat(world.elapsed()).isEqualTo(MINUTE);
    }

    @RepeatedTest(5)
    void aToolThatWaitsTakesItsTimeAndNotItsTimeout() {
        TestWorld world = TestWorld.automatic();
        Tool clock = new WaitingTool(world, Duration.ofSeconds(7));
        ScriptedModel model = ScriptedModel.named("m")
                .when(request -> request.input().toolResults().isEmpty()).answers(calls("look", JsonValue.of(3)))
                .answers(proposes("p", "Shard it").and(votes("p", Stance.AGREE)));
        ModelAgent agent = new ModelAgent(AgentProfile.of("scout"), model,
                ModelAgentConfig.defaults().without(ReactionStrategy.DEFER)
                        .withTools(ToolRegistry.of(Set.of(clock))));

        SwarmResult result = SwarmStage.solve(SwarmConfig.of(List.of(agent)).withWorld(world));

        SwarmAssertions.assertThat(result).hasNoFailures().heard("scout", Payload.Vote.class);
        assertThat(result.timing().total()).isEqualTo(Duration.ofSeconds(7));
        assertThat(model.requests().getLast().input().toolResults()).singleElement()
                .satisfies(used -> assertThat(String.valueOf(used.result())).contains("north"));
    }

    /** A tool that waits in the world of the swarm. */
    private record WaitingTool(World world, Duration span) implements Tool {

        @Override
        public ToolDefinition definition() {
            return new ToolDefinition("look", "Looks around.", new JsonValue.Obj(Map.of()));
        }

        @Override
        public ToolOutcome call(ToolCaller caller, JsonValue input) throws InterruptedException {
            world.await(new CompletableFuture<>(), span);
            return new ToolOutcome.Done("north", input);
        }
    }

    /** A thread of the test that waits in that world; the future holds the outcome. */
    private static CompletableFuture<Boolean> waiting(World world, CompletableFuture<?> future, Duration span) {
        CompletableFuture<Boolean> outcome = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                outcome.complete(world.await(future, span));
            } catch (InterruptedException stop) {
                outcome.completeExceptionally(stop);
            }
        });
        return outcome;
    }
}
