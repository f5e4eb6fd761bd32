package dev.waggle.server.api.a2a;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import dev.waggle.server.BoundedWait;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.CallerLimits;
import dev.waggle.server.access.TokenFile;
import dev.waggle.server.access.TokenGrant;
import dev.waggle.server.api.a2a.A2aCaller.EventLines;
import dev.waggle.server.api.a2a.A2aCaller.EventLines.Line;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Tasks that a restart interrupted go on, or fail. */
@Timeout(60)
class InterruptedTasksTest {

    private static final String[] STATE = {"result", "status", "state"};

    @TempDir
    private Path home;

    private A2aFolder folder;

    @BeforeEach
    void serve() {
        folder = new A2aFolder(home, A2aSettings.of("test"));
    }

    @AfterEach
    void close() {
        folder.close();
    }

    @Test
    void aTaskThatCannotGoOnFailsAndItsStreamEnds() throws Exception {
        String task = begin("owner", "wait for this once");
        folder.solves().awaitEntry();
        folder.closeWithoutOpening();
        serve();
        try (A2aCaller owner = new A2aCaller(folder.port(), "", Map.of())) {
            BoundedWait.until(() -> "failed".equals(state(owner, task)));
            try (EventLines stream = owner.stream("tasks/resubscribe", "{\"id\":\"" + task + "\"}")) {
                List<Line> lines = stream.rest();
                assertThat(lines.getLast().at("status", "state")).isEqualTo("failed");
                assertThat(lines.getLast().at("final")).isEqualTo("true");
            }
            assertThat(owner.text("tasks/get", "{\"id\":\"" + task + "\"}", "result", "status", "message", "parts",
                    "0", "text")).contains("this run cannot go on");
        }
    }

    @Test
    void aTaskOfATokenWithoutAPlaceDelaysNoOther() throws Exception {
        String first = begin("ann", "wait for one");
        String second = begin("ann", "wait for two");
        String other = begin("bea", "wait for three");
        awaitLogged(List.of(first, second, other));
        folder.closeWithoutOpening();
        var _ = TokenFile.of(home.resolve("tokens.jsonl"), World.system()).create(TokenGrant.of("ann",
                AccessScope.READ, AccessScope.SOLVE).withLimits(CallerLimits.defaults().withConcurrency(1, 2)));
        serve();

        BoundedWait.until(() -> folder.server().solves().isActive(other));
        BoundedWait.until(() -> folder.solves().open() == 2);
        assertThat(List.of(first, second)).filteredOn(folder.server().solves()::isActive).hasSize(1);
        folder.solves().openDoor();
        try (A2aCaller ann = new A2aCaller(folder.port(), "", Map.of("X-Caller", "ann"))) {
            BoundedWait.until(() -> "completed".equals(state(ann, first)) && "completed".equals(state(ann, second)));
        }
    }

    /** Waits until each run has its first entry, without which a restart rejects its task. */
    private void awaitLogged(List<String> runs) {
        BoundedWait.until(() -> runs.stream().allMatch(run -> folder.server().solves().find(run)
                .filter(line -> line.firstEntry() != null).isPresent()));
    }

    private String begin(String caller, String question) throws Exception {
        Map<String, String> headers = caller.equals("owner") ? Map.of() : Map.of("X-Caller", caller);
        try (A2aCaller client = new A2aCaller(folder.port(), "", headers)) {
            return client.text("message/send", """
                    {"message":{"kind":"message","messageId":"%s","role":"user",\
                    "parts":[{"kind":"text","text":"%s"}]},"configuration":{"blocking":false}}"""
                    .formatted(question, question), "result", "id");
        }
    }

    private static String state(A2aCaller client, String task) {
        try {
            return client.text("tasks/get", "{\"id\":\"" + task + "\"}", STATE);
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }
}
