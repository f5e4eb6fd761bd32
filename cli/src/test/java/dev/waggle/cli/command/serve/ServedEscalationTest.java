package dev.waggle.cli.command.serve;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** An A2A client orders a solve whose models do not agree, and answers its escalation. */
@Timeout(60)
class ServedEscalationTest {

    private static final String[] HEADERS = {"A2A-Version", "1.0"};

    @TempDir
    private Path folder;

    @Test
    void modelsThatDoNotAgreeAskTheClientOfTheirTask() throws Exception {
        AtomicInteger proposals = new AtomicInteger();
        try (FakeModels models = FakeModels.answering(_ -> FakeAnswer.says(proposal(proposals.incrementAndGet())));
                ServerBed bed = new ServerBed(folder, models)) {
            String asked = bed.post("/a2a", call("""
                    {"messageId":"m1","role":"ROLE_USER","parts":[{"text":"Shard or wait?"},{"data":\
                    {"agents":2,"maxRounds":2,"config":{"consensus":{"conflictResolution":"escalate"}}}}]}"""), HEADERS)
                    .body();

            assertThat(asked).contains("TASK_STATE_INPUT_REQUIRED", "the swarm does not decide between",
                    "Use plan number 1.");
            String task = asked.replaceFirst("(?s).*\"taskId\":\"([^\"]+)\".*", "$1");
            String done = bed.post("/a2a", call("""
                    {"messageId":"m2","role":"ROLE_USER","taskId":"%s","parts":[{"text":"decide: Wait a year"}]}"""
                    .formatted(task)), HEADERS).body();
            assertThat(done).contains("TASK_STATE_COMPLETED", "\"text\":\"Wait a year\"",
                    "\"decidedBy\":\"owner\"");
            assertThat(bed.get("/v1/solves/" + task).body()).contains("\"answeredBy\":\"owner\"");
        }
    }

    /** The first two answers propose something, and the others nothing. */
    private static String proposal(int number) {
        return number > 2 ? "{\"signals\":[]}"
                : "{\"signals\":[{\"type\":\"proposal\",\"content\":\"Use plan number " + number
                        + ".\",\"confidence\":0.8,\"reasoning\":\"It is number " + number + ".\"}]}";
    }

    private static String call(String message) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"SendMessage\",\"params\":{\"message\":" + message + "}}";
    }
}
