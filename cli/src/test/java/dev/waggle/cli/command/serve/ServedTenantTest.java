package dev.waggle.cli.command.serve;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs of A2A tasks at the other paths of a server. */
@Timeout(60)
class ServedTenantTest {

    private static final Pattern TASK = Pattern.compile("\"task\":\\{\"id\":\"([^\"]+)\"");
    private static final String MESSAGE = """
            {"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m1","role":"ROLE_USER",\
            "parts":[{"text":"Shard or wait?"},{"data":{"agents":2,"maxRounds":1}}]}}}""";
    private static final String ANSWER = "{\"signals\":[{\"type\":\"proposal\",\"content\":\"Use the plan.\","
            + "\"confidence\":0.8,\"reasoning\":\"It is one.\"}]}";

    @TempDir
    private Path folder;

    /** docs/a2a.md advises a tenant for each partner; without one, every token that reads sees the runs. */
    @Test
    void theRunsOfAPartnerWithATenantAreUnknownToOthersAtEveryPath() throws Exception {
        try (FakeModels models = FakeModels.answering(_ -> FakeAnswer.says(ANSWER));
                ServerBed bed = new ServerBed(folder, models)) {
            String[] partner = {"A2A-Version", "1.0", "X-Name", "partner", "X-Tenant", "partner"};
            String task = task(bed.post("/a2a", MESSAGE, partner).body());
            String open = task(bed.post("/a2a", MESSAGE, "A2A-Version", "1.0", "X-Name", "open").body());

            for (String[] other : List.of(new String[] {"X-Name", "bea", "X-Tenant", "bea"},
                    new String[] {"X-Name", "bea", "X-Scope", "read"})) {
                assertThat(bed.get("/v1/solves", other).body()).doesNotContain(task);
                for (String path : List.of("", "/view", "/events", "/explain", "/replay", "/log", "/page")) {
                    assertThat(bed.get("/v1/solves/" + task + path, other).status()).as(path).isEqualTo(404);
                }
            }
            assertThat(bed.get("/v1/solves", "X-Name", "bea", "X-Scope", "read").body()).contains(open);
            assertThat(bed.get("/v1/solves/" + task, partner).status()).isEqualTo(200);
            assertThat(bed.get("/v1/solves", partner).body()).contains(task).doesNotContain(open);
        }
    }

    private static String task(String answer) {
        Matcher found = TASK.matcher(answer);
        assertThat(found.find()).as(answer).isTrue();
        return found.group(1);
    }
}
