package dev.waggle.server.interop;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import dev.waggle.connect.a2a.client.RemoteAgentScheme;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.ModelScheme.SchemeModels;
import dev.waggle.swarm.harness.ModelScheme.SchemeOptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Our client against agents behind the servers of {@code @a2a-js/sdk} 1.3.0 and 0.3.14. */
@Timeout(300)
class OurClientTest {

    private static final String CURRENT = "server-1.mjs";
    private static final String LEGACY = "server-0.3.mjs";

    @ParameterizedTest
    @CsvSource({CURRENT + ",streaming", LEGACY + ",streaming", CURRENT + ",no-streaming", LEGACY + ",no-streaming"})
    void anAnswerComesInPieces(String script, String mode) throws Exception {
        List<Signal> signals = Collections.synchronizedList(new ArrayList<>());
        try (NodeScript agent = NodeScript.start(script, mode); SchemeModels models = models()) {
            Harness harness = models.harness("a2a:" + agent.line(), SchemeOptions.NONE);

            HarnessOutput task = run(harness, "solve this", signals::add);
            HarnessOutput message = run(harness, "message for you", signals::add);

            assertThat(task.content()).isEqualTo("answer to: solve this");
            assertThat(message.content()).isEqualTo("you said: message for you");
            if (mode.equals("streaming")) {
                assertThat(signals.stream().filter(one -> one.type().equals(HarnessSignals.TEXT_DELTA)))
                        .as("two chunks of the artifact, and the message").hasSize(3);
                assertThat(signals.stream().filter(one -> one.type().equals(HarnessSignals.THINKING_DELTA)))
                        .hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {CURRENT, LEGACY})
    void everyEndWithoutAnAnswerIsAFailureInTheWordsOfTheAgent(String script) throws Exception {
        try (NodeScript agent = NodeScript.start(script); SchemeModels models = models()) {
            Harness harness = models.harness("a2a:" + agent.line(), SchemeOptions.NONE);

            assertThat(failure(harness, "ask me")).contains("asks back: \"Which of the two?\"");
            assertThat(failure(harness, "login first")).contains("wants a login");
            assertThat(failure(harness, "reject this")).contains("rejected the task: \"I do not answer such things.\"");
            assertThat(failure(harness, "fail now")).contains("failed: \"The engine is out of order.\"");
            assertThat(failure(harness, "throw it")).contains("thrown by the agent");
        }
    }

    @ParameterizedTest
    @CsvSource({CURRENT + ",streaming", LEGACY + ",streaming", CURRENT + ",no-streaming", LEGACY + ",no-streaming"})
    void anInterruptReachesTheAgentAsACancel(String script, String mode) throws Exception {
        try (NodeScript agent = NodeScript.start(script, mode); SchemeModels models = models()) {
            Harness harness = models.harness("a2a:" + agent.line(), SchemeOptions.NONE);
            CountDownLatch working = new CountDownLatch(1);
            CompletableFuture<Throwable> ended = new CompletableFuture<>();
            Thread caller = Thread.ofVirtual().start(() -> {
                try {
                    HarnessOutput _ = run(harness, "wait for me", signal -> {
                        if (signal.type().equals(HarnessSignals.THINKING_DELTA)) {
                            working.countDown();
                        }
                    });
                } catch (Throwable stopped) {
                    ended.complete(stopped);
                }
            });
            assertThat(working.await(60, TimeUnit.SECONDS)).isTrue();

            caller.interrupt();

            assertThat(ended.get(60, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
            assertThat(agent.line()).isEqualTo("cancelled");
        }
    }

    private static SchemeModels models() {
        return new RemoteAgentScheme().open(Map.of());
    }

    private static String failure(Harness harness, String question) {
        return catchThrowableOfType(HarnessException.class, () -> run(harness, question, signal -> {
        })).failure().message();
    }

    private static HarnessOutput run(Harness harness, String question, Consumer<Signal> sink)
            throws HarnessException, InterruptedException {
        return harness.run(HarnessInput.of(List.of(Message.user(question))),
                RunContext.of(RunContext.Caller.of("ann", 1), World.system(1), sink));
    }
}
