package dev.waggle.server.api.signal;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import dev.waggle.journal.JsonText;
import dev.waggle.server.api.TestServer;
import dev.waggle.server.api.TestServer.Reply;
import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class SignalTreeTest {

    @TempDir
    private Path data;

    private SignalServer server;
    private TestServer http;

    @BeforeEach
    void start() {
        server = new SignalServer(data);
        http = new TestServer(Stream.concat(new SignalTreeApi(server.log).operations().stream(),
                new SignalTypesApi(server.log).operations().stream()).toList());
    }

    @AfterEach
    void stop() {
        http.close();
        server.close();
    }

    private LogEntry append(String id, @Nullable String cause, Scope scope) {
        Links links = cause == null ? Links.NONE : new Links(cause, null, null, List.of());
        return server.log.append(new Signal(id, SignalType.of("step:" + id), Source.named("host"), server.world.now(),
                Payload.Open.data(JsonValue.of(id)), scope, links, Grading.NONE, Lifetime.unlimited(),
                Audience.everyone(), Map.of()), Emission.by("host"), server.world.now());
    }

    private LogEntry append(String id, @Nullable String cause) {
        return append(id, cause, Scope.NONE);
    }

    /** The rows as depth, relation and id. */
    private static List<String> rows(Reply tree) {
        return ((JsonValue.Arr) tree.field("items")).items().stream().map(JsonValue.Obj.class::cast)
                .map(row -> text(row, "depth") + " " + text(row, "relation") + " "
                        + text((JsonValue.Obj) Objects.requireNonNull(row.fields().get("entry")), "id") + " "
                        + text(row, "omitted"))
                .toList();
    }

    private static String text(JsonValue.Obj row, String field) {
        return JsonText.write(Objects.requireNonNull(row.fields().get(field))).replace("\"", "");
    }

    @Test
    void theTreeLeadsFromTheFirstCauseToWhatFollowed() throws Exception {
        LogEntry _ = append("root", null);
        LogEntry _ = append("mid", "root");
        LogEntry here = append("here", "mid");
        LogEntry _ = append("aside", "root");
        LogEntry _ = append("left", "here");
        LogEntry _ = append("leaf", "left");
        LogEntry _ = append("right", "here");
        for (String query : List.of("", "?at=" + here.sequence())) {
            Reply tree = http.get("/v1/signals/here/tree" + query);
            assertThat(rows(tree)).containsExactly("0 cause root 0", "1 cause mid 0", "2 signal here 0",
                    "3 effect left 0", "4 effect leaf 0", "3 effect right 0");
            assertThat(tree.field("omittedEffects")).isEqualTo(JsonValue.of(false));
        }
    }

    @Test
    void depthAndNumberAreBoundedAndWhatIsOmittedIsCounted() throws Exception {
        LogEntry _ = append("a", "elsewhere");
        LogEntry _ = append("b", "a");
        LogEntry _ = append("c", "b");
        LogEntry _ = append("d", "a");
        Reply flat = http.get("/v1/signals/a/tree?depth=1");
        assertThat(rows(flat)).containsExactly("0 signal a 0", "1 effect b 1", "1 effect d 0");
        assertThat(flat.field("omittedEffects")).isEqualTo(JsonValue.of(true));
        assertThat(flat.field("missingCause")).isEqualTo(JsonValue.of("elsewhere"));
        assertThat(rows(http.get("/v1/signals/a/tree?limit=1"))).containsExactly("0 signal a 1", "1 effect b 1");
        assertThat(http.get("/v1/signals/a/tree?limit=0&depth=-1").status()).isEqualTo(400);
    }

    @Test
    void runsThatRepeatTheIdsOfARecordingAreNotMixed() throws Exception {
        LogEntry asked = append("asked", null);
        List<Scope> runs = List.of(Scope.ofRun("first", 1), Scope.ofRun("second", 1));
        List<LogEntry> ideas = runs.stream().map(run -> append("idea", "asked", run)).toList();
        for (Scope run : runs) {
            LogEntry _ = append("vote-" + run.run(), "idea", run);
        }
        assertThat(rows(http.get("/v1/signals/idea/tree?at=" + ideas.getFirst().sequence())))
                .containsExactly("0 cause asked 0", "1 signal idea 0", "2 effect vote-first 0");
        assertThat(rows(http.get("/v1/signals/idea/tree?at=" + ideas.getLast().sequence())))
                .containsExactly("0 cause asked 0", "1 signal idea 0", "2 effect vote-second 0");
        LogEntry _ = append("late", "vote-first", Scope.ofRun("third", 1));
        assertThat(rows(http.get("/v1/signals/vote-first/tree")))
                .containsExactly("0 cause asked 0", "1 cause idea 0", "2 signal vote-first 0", "3 effect late 0");
        assertThat(rows(http.get("/v1/signals/asked/tree?at=" + asked.sequence()))).contains("1 effect idea 0");
    }

    @Test
    void aCircleOfCausesIsShownOnce() throws Exception {
        LogEntry _ = append("x", "z");
        LogEntry _ = append("y", "x");
        LogEntry _ = append("z", "y");
        assertThat(rows(http.get("/v1/signals/y/tree"))).hasSize(3).doesNotHaveDuplicates();
    }

    @Test
    void anotherTenantLearnsNothingOfASignal() throws Exception {
        Scope acme = Scope.ofTenant("acme");
        LogEntry ours = append("ours", null, acme);
        LogEntry _ = append("after", "ours");
        assertThat(http.get("/v1/signals/ours/tree", "X-Tenant", "acme").status()).isEqualTo(200);
        for (String tenant : List.of("rival", "")) {
            String[] headers = tenant.isEmpty() ? new String[0] : new String[] {"X-Tenant", tenant};
            Reply none = http.get("/v1/signals/ours/tree?at=" + ours.sequence(), headers);
            assertThat(none.status()).isEqualTo(404);
            assertThat(none.text()).isEqualTo(http.get("/v1/signals/ours/tree?at=999", headers).text());
        }
        assertThat(rows(http.get("/v1/signals/after/tree"))).containsExactly("0 signal after 0");
    }

    @Test
    void theTypesAreCountedOnceEachAlsoWhenMoreFollow() throws Exception {
        LogEntry _ = append("a", null);
        LogEntry _ = append("b", null);
        assertThat(types()).startsWith("step:b=1", "step:a=1");
        LogEntry _ = append("a", null);
        LogEntry _ = append("hidden", null, Scope.ofTenant("acme"));
        assertThat(types()).startsWith("step:a=2", "step:b=1").doesNotContain("step:hidden=1");
        assertThat(types("X-Tenant", "acme")).containsExactly("step:hidden=1");
    }

    private List<String> types(String... headers) throws Exception {
        return ((JsonValue.Arr) http.get("/v1/signals/types", headers).field("items")).items().stream()
                .map(JsonValue.Obj.class::cast).map(type -> text(type, "type") + "=" + text(type, "count")).toList();
    }
}
