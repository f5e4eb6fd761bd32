package dev.waggle.connect.llm.hostile;

import java.util.List;
import java.util.Map;

import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.connect.llm.RawServer;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.world.World;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Streams that end inside of their first event: nothing was shown, and another attempt may succeed. */
class FirstEventTest {

    private static final String NAMED = "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{}}\n\n";

    @ParameterizedTest
    @CsvSource({"openai, 'data: {\"choices\":[{\"delta\":{\"content\":\"hi\"}}]}\n\n'", "anthropic, ",
        "gemini, 'data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"hi\"}]}}]}\n\n'",
        "ollama, '{\"message\":{\"role\":\"assistant\",\"content\":\"hi\"},\"done\":false}\n'"})
    void aStreamThatEndsAtAnyByteOfItsFirstEventIsTriedAgain(String kind, String event) throws Exception {
        String first = event == null ? NAMED : event;
        String[] sent = {""};
        try (RawServer server = RawServer.answering(_ -> new RawServer.Feed().send(RawServer.STREAM + sent[0])
                .send(RawServer.END));
                ModelCatalog catalog = ModelCatalog.of(Map.of("LAB_KEY", "sk-test-0123456789abcdef"), """
                        {"providers": {"lab": {"kind": "%s", "baseUrl": "http://127.0.0.1:%d", "keyEnv": "LAB_KEY"}}}"""
                        .formatted(kind, server.port()))) {
            for (int length = 0; length <= first.length(); length++) {
                sent[0] = first.substring(0, length);

                HarnessFailure failure = failure(catalog);

                assertThat(failure.kind()).as("%s: %s", sent[0], failure.message())
                        .isEqualTo(HarnessFailure.Kind.TRUNCATED);
                assertThat(failure.recoverable()).isTrue();
            }
        }
    }

    private static HarnessFailure failure(ModelCatalog catalog) throws InterruptedException {
        try {
            throw new AssertionError("answered: " + catalog.harness("lab:m").run(
                    HarnessInput.of(List.of(Message.user("hello"))),
                    RunContext.of(RunContext.Caller.of("ann", 0), World.system(7), _ -> {
                    })));
        } catch (HarnessException failed) {
            return failed.failure();
        }
    }
}
