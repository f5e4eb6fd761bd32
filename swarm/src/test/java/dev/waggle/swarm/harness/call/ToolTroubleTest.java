package dev.waggle.swarm.harness.call;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import dev.waggle.signal.harness.HarnessLaws;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.swarm.harness.ToolLimits;
import dev.waggle.swarm.harness.call.ToolCallResult.CallStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static dev.waggle.swarm.harness.call.ToolScene.call;
import static dev.waggle.swarm.harness.call.ToolScene.done;
import static dev.waggle.swarm.harness.call.ToolScene.text;
import static dev.waggle.swarm.harness.call.ToolScene.tool;
import static org.assertj.core.api.Assertions.assertThat;

/** Effects that failing tools may and may not have on a turn. */
@Timeout(20)
class ToolTroubleTest {

    private final ToolScene scene = new ToolScene();

    @Test
    void l7AToolThatHangsIsInterruptedAndTheOthersAnswer() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        AtomicReference<Thread> quick = new AtomicReference<>();
        CountDownLatch both = new CountDownLatch(2);
        ToolSession session = scene.session(tool("hang", (_, _) -> {
            both.countDown();
            try {
                new CountDownLatch(1).await();
                return done("never");
            } finally {
                interrupted.countDown();
            }
        }), tool("quick", (_, _) -> {
            quick.set(Thread.currentThread());
            both.countDown();
            return done("here");
        }));
        CompletableFuture<List<ToolCallResult>> answer = scene.aside(() -> session.execute(
                List.of(call("a", "hang"), call("b", "quick"))));
        both.await();
        quick.get().join();
        List<ToolCallResult> done = scene.onceTimeHasPassed(answer);
        interrupted.await();
        assertThat(done).extracting(ToolCallResult::ending).containsExactly(CallStatus.TIMED_OUT, CallStatus.ANSWERED);
        assertThat(done.getFirst().took()).isGreaterThanOrEqualTo(Duration.ofSeconds(30));
        assertThat(done.getFirst().result().error()).startsWith("no answer within ").endsWith(" s");
    }

    @Test
    void aToolThatIgnoresItsInterruptIsNotWaitedForAndNotHeard() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        AtomicReference<Thread> deaf = new AtomicReference<>();
        ToolSession session = scene.session(tool("deaf", (_, _) -> {
            deaf.set(Thread.currentThread());
            begun.countDown();
            while (released.getCount() > 0) {
                try {
                    released.await();
                } catch (InterruptedException ignored) {
                    Thread.onSpinWait();
                }
            }
            return done("late");
        }));
        CompletableFuture<List<ToolCallResult>> answer = scene.aside(() -> session.execute(List.of(call("a", "deaf"))));
        begun.await();
        List<ToolCallResult> done = scene.onceTimeHasPassed(answer);
        released.countDown();
        deaf.get().join();
        assertThat(done).extracting(ToolCallResult::ending).containsExactly(CallStatus.TIMED_OUT);
        assertThat(scene.results()).hasSize(1);
    }

    @Test
    void theDeadlineOfTheTurnCutsACall() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        ToolSession session = new ToolSession(ToolScene.belt(tool("hang", (_, _) -> {
            begun.countDown();
            new CountDownLatch(1).await();
            return done("never");
        })), scene.context().within(Duration.ofSeconds(2)));
        CompletableFuture<List<ToolCallResult>> answer = scene.aside(() -> session.execute(List.of(call("a", "hang"))));
        begun.await();
        ToolCallResult done = scene.onceTimeHasPassed(answer).getFirst();
        assertThat(done.ending()).isEqualTo(CallStatus.TIMED_OUT);
        assertThat(done.took()).isLessThan(Duration.ofSeconds(30));
        assertThat(done.result().error()).contains("the time of the solve is up");
        assertThat(session.execute(List.of(call("b", "hang"))).getFirst().ending()).isEqualTo(CallStatus.REFUSED);
    }

    @Test
    void anInterruptOfTheTurnInterruptsTheToolsAndIsTold() throws Exception {
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch interrupted = new CountDownLatch(2);
        ToolSession session = scene.session(tool("hang", (_, _) -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
                return done("never");
            } finally {
                interrupted.countDown();
            }
        }));
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread turn = Thread.ofVirtual().start(() -> {
            try {
                session.execute(List.of(call("a", "hang"), call("b", "hang")));
            } catch (Throwable thrown) {
                end.set(thrown);
            }
        });
        begun.await();
        turn.interrupt();
        turn.join();
        interrupted.await();
        assertThat(end.get()).isInstanceOf(InterruptedException.class);
        assertThat(scene.results()).hasSize(2).allSatisfy(signal -> assertThat(HarnessLaws.text(signal, "error"))
                .isEqualTo("the turn was cancelled"));
    }

    @Test
    void whateverAToolThrowsIsAnErrorOfThatCallAlone() throws Exception {
        ToolSession session = scene.session(tool("throws", (_, _) -> {
            throw new IllegalStateException("broken");
        }), tool("overflows", (_, _) -> {
            throw new StackOverflowError("deep");
        }), tool("mute", (_, _) -> {
            throw new IllegalStateException() {
                private static final long serialVersionUID = 1;

                @Override
                public String getMessage() {
                    throw new IllegalStateException("again");
                }
            };
        }));
        List<ToolCallResult> done = session.execute(List.of(call("a", "throws"), call("b", "overflows"),
                call("c", "mute")));
        assertThat(done).extracting(ToolCallResult::ending).containsOnly(CallStatus.FAILED);
        assertThat(done.get(0).result().error()).isEqualTo(
                "the tool failed: java.lang.IllegalStateException: broken");
        assertThat(done.get(1).result().error()).contains("StackOverflowError");
        assertThat(done.get(2).result().error()).startsWith("the tool failed: ");
    }

    @Test
    void aFailureThatAToolStatesIsToldAsItIs() throws Exception {
        ToolSession session = scene
                .session(tool("strict", (_, _) -> new ToolOutcome.Failed("no url\nMaybe give one.")));
        ToolCallResult done = session.execute(List.of(call("a", "strict"))).getFirst();
        assertThat(done.ending()).isEqualTo(CallStatus.FAILED);
        assertThat(done.result()).isEqualTo(new ToolResult("strict", null, "no url\nMaybe give one."));
    }

    @Test
    void l7AnUnknownToolIsAnErrorThatNamesTheKnownOnes() throws Exception {
        ToolSession session = scene.session(tool("look", (_, _) -> done("seen")),
                tool("fetch", (_, _) -> done("page")));
        ToolCallResult done = session.execute(List.of(call("a", "lok"))).getFirst();
        assertThat(done.ending()).isEqualTo(CallStatus.REFUSED);
        assertThat(done.result().error()).isEqualTo("there is no tool \"lok\"\nMaybe one of: look, fetch.");
        assertThat(session.left()).as("guessing is not free").isEqualTo(2);
        ToolCallResult huge = session.execute(List.of(call("b", "x\n".repeat(500_000)))).getFirst();
        assertThat(huge.result().error()).hasSizeLessThan(300);
        ToolCallResult none = new ToolSession(
                new AgentTools(ToolRegistry.of(List.of()), ToolLimits.DEFAULTS, _ -> true), scene.context())
                .execute(List.of(call("c", "look")))
                .getFirst();
        assertThat(none.result().error()).isEqualTo("there is no tool \"look\"");
    }

    @Test
    void aHugeResultIsCutWithANote() throws Exception {
        ToolSession session = scene.session(tool("page", (_, _) -> done("\uD83D\uDC1D".repeat(1_000_000))),
                tool("odd", (_, _) -> done("x" + "\uD83D\uDC1D".repeat(30_000))),
                tool("fails", (_, _) -> new ToolOutcome.Failed("y".repeat(60_000))));
        List<ToolCallResult> done = session.execute(List.of(call("a", "page"), call("b", "odd"), call("c", "fails")));
        assertThat(text(done.get(0))).hasSizeLessThan(50_100)
                .endsWith("\uD83D\uDC1D\n[cut: these are the first 50000 of 2000000 characters]");
        assertThat(text(done.get(1))).as("no half of a pair")
                .endsWith("\uD83D\uDC1D\n[cut: these are the first 49999 of 60001 characters]");
        assertThat(done.get(2).result().error()).hasSizeLessThan(50_100).endsWith("of 60000 characters]");
    }

    @Test
    void manyCallsInOneAnswerAreRefusedWithoutAThread() throws Exception {
        AtomicInteger made = new AtomicInteger();
        ToolSession session = scene.session(tool("look", (_, _) -> done("seen " + made.incrementAndGet())));
        List<ToolCallResult> done = session.execute(IntStream.range(0, 10_000).mapToObj(i -> call("c" + i, "look"))
                .toList());
        assertThat(made).hasValue(3);
        assertThat(done).hasSize(10_000).filteredOn(it -> it.ending() == CallStatus.REFUSED).hasSize(9_997);
        assertThat(session.left()).isZero();
        assertThat(session.offers()).isEmpty();
    }
}
