package dev.waggle.cli.command.serve;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.command.serve.ServerBed.Reply;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The demo: what a visitor finds, orders and answers, and its folder. */
@Timeout(120)
class ServedDemoTest {

    private static final String REVIEW = "/v1/solves/" + DemoProgram.SEAT_RUN;
    /** Checks of a state that a running solve reaches soon. */
    private static final int MAX_CHECKS = 100_000;

    @TempDir
    private Path folder;

    @Test
    void aFirstVisitorFindsSomethingOnEachPage() throws Exception {
        try (DemoBed bed = new DemoBed(folder)) {
            bed.start();
            assertThat(bed.get("/v1/solves/solve_demo_migration").body()).contains("\"ending\":\"consensus\"");
            assertThat(bed.get("/v1/solves/solve_demo_incident").body()).contains("\"ending\":\"silence\"");
            assertThat(bed.get("/v1/solves?question=level%20crossing").body()).contains("\"run\"");
            assertThat(bed.get(REVIEW).text("status")).isEqualTo("suspended");
            assertThat(bed.get("/v1/seats").body()).contains("\"seat\":\"you\"", "\"round\":4");
            assertThat(bed.get("/v1/memories").body()).contains("\"run\":\"solve_demo_incident\"");
            assertThat(bed.get("/v1/reputation").body()).contains("\"oncall\"", "\"dba\"");
            assertThat(bed.get("/v1/signals").body()).contains("alert:cleared");
            assertThat(bed.get("/v1/subscriptions").body()).contains("build:*");
            assertThat(bed.get("/v1/agents/pager/dead-letters").body())
                    .contains("no acknowledgement within 30 seconds");
            assertThat(bed.get("/v1/agents/pager/inbox").body()).contains("alert:cleared");
            assertThat(bed.get("/v1/delayed").body()).contains("deploy:window");
        }
    }

    @Test
    void theSeatIsAskedOnceAndItsVoteEndsTheRunAlsoAfterARestart() throws Exception {
        String token;
        try (DemoBed bed = new DemoBed(folder)) {
            token = bed.seatToken();
        }
        try (DemoBed bed = new DemoBed(folder)) {
            assertThat(bed.seatToken()).isEqualTo(token);
            Reply request = bed.get("/v1/seat-links/" + token);
            assertThat(request.status()).as(request.body()).isEqualTo(200);
            assertThat(request.body()).contains("\"known\":[{", "\"name\":\"Ruth\"");
            assertThat(bed.post("/v1/seat-links/" + token, "{\"lines\": [\"vote get-first agree 0.9 one copy\"]}")
                    .status()).isEqualTo(201);

            Reply run = finished(bed, REVIEW);
            assertThat(run.body()).contains("\"decided\":true", "approved by you", "drop the memo");
        }
    }

    @Test
    void aRestartPlaysTheCrossingAgainOnceItHasEnded() throws Exception {
        String crossing = "/v1/solves?question=level%20crossing";
        try (DemoBed bed = new DemoBed(folder)) {
            bed.start();
            String run = text(items(bed, crossing).getFirst(), "run");
            assertThat(finished(bed, "/v1/solves/" + run).body()).contains("About fifteen minutes");
            assertThat(items(bed, crossing)).singleElement()
                    .satisfies(line -> assertThat(text(line, "title")).isEqualTo("How long at the barrier?"))
                    .satisfies(line -> assertThat(text(line, "decision")).isEqualTo("About fifteen minutes"));
        }
        try (DemoBed bed = new DemoBed(folder)) {
            bed.start();
            assertThat(items(bed, crossing)).hasSize(2);
        }
    }

    @Test
    void anOrderNamesADeliberationAndPlaysIt() throws Exception {
        try (DemoBed bed = new DemoBed(folder)) {
            JsonValue.Obj crossing = deliberations(bed).getFirst();
            assertThat(JsonText.write(crossing)).contains("demo:crossing", "\"statements\":33", "Nadia");
            Reply ordered = bed.post("/v1/solves", "{\"question\": " + question(crossing)
                    + ", \"models\": [\"demo:crossing\"], \"maxRounds\": 2}");
            assertThat(ordered.status()).as(ordered.body()).isEqualTo(202);

            assertThat(finished(bed, "/v1/solves/" + ordered.text("run")).body())
                    .contains("\"ending\":\"max-rounds\"", "\"roundsUsed\":2");
        }
    }

    @Test
    void anOrderThatNoRecordingAnswersIsRefusedWithTheRemedy() throws Exception {
        try (DemoBed bed = new DemoBed(folder)) {
            String question = question(deliberations(bed).getFirst());
            assertRefused(bed, "{\"question\": \"Tea?\"}", "an order without models", "demo:crossing");
            assertRefused(bed, "{\"question\": \"Tea?\", \"models\": [\"demo:crossing\"]}", "its own question",
                    "/v1/deliberations");
            assertRefused(bed, "{\"question\": \"Tea?\", \"models\": [\"demo:tea\"]}", "tea", "crossing");
            assertRefused(bed, "{\"question\": " + question + ", \"models\": [\"demo:crossing\"], \"agents\": 3}",
                    "a recording has its agents", "Omit");
            assertRefused(bed, "{\"question\": " + question
                    + ", \"models\": [\"demo:crossing\"], \"seats\": [{\"id\": \"rail\"}]}",
                    "speaks for", "another id");
        }
    }

    @Test
    void aTemporaryFolderIsRemovedAtSigterm() throws Exception {
        Path data;
        try (ServeProcess demo = ServeProcess.start(folder, "--demo")) {
            data = demo.data();
            assertThat(data.resolve("signals")).isDirectory();
            demo.end();
        }
        assertThat(data).doesNotExist();
    }

    @Test
    void aFolderWithOtherContentIsRefusedAndStays() throws Exception {
        Path other = Files.writeString(folder.resolve("notes.txt"), "mine");
        CommandRun run = CommandRun.of("serve", "--demo", "--data", folder.toString());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).hasLineCount(1).contains(folder.toString(), "neither empty", " - ");
        assertThat(other).hasContent("mine");
    }

    /** A file of that name may be of a user, and a link may lead to one. */
    @Test
    void aFolderWithAFileOrLinkNamedAsTheMarkIsRefusedAndStays() throws Exception {
        Path mine = Files.writeString(folder.resolve("demo"), "mine");
        assertThat(CommandRun.of("serve", "--demo", "--data", folder.toString()).code()).isEqualTo(2);
        assertThat(mine).hasContent("mine");

        Path linked = Files.createDirectory(folder.resolve("linked"));
        Path target = Files.writeString(folder.resolve("target"), "recorded deliberations\n");
        Files.createSymbolicLink(linked.resolve("demo"), target);
        assertThat(CommandRun.of("serve", "--demo", "--data", linked.toString()).code()).isEqualTo(2);
        assertThat(linked).isDirectoryContaining(file -> file.endsWith("demo"));
    }

    @Test
    void modelsBesideADemoAreRefusedInOneLine() {
        CommandRun run = CommandRun.of("serve", "--demo", "--model", "ollama:llama3.2");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).hasLineCount(1).contains("--demo", " - ");
    }

    private static String question(JsonValue.Obj deliberation) {
        return JsonText.write(Objects.requireNonNull(deliberation.fields().get("question")));
    }

    private static List<JsonValue.Obj> deliberations(DemoBed bed) throws Exception {
        return items(bed, "/v1/deliberations");
    }

    private static String text(JsonValue.Obj object, String name) {
        return object.fields().get(name) instanceof JsonValue.Str text ? text.value() : "";
    }

    private static List<JsonValue.Obj> items(DemoBed bed, String path) throws Exception {
        JsonValue items = bed.get(path).json().fields().get("items");
        return items instanceof JsonValue.Arr list
                ? list.items().stream().map(JsonValue.Obj.class::cast).toList()
                : List.of();
    }

    private static void assertRefused(DemoBed bed, String order, String reason, String remedy) throws Exception {
        Reply refused = bed.post("/v1/solves", order);
        assertThat(refused.status()).as(refused.body()).isEqualTo(400);
        assertThat(refused.text("detail")).contains(reason);
        assertThat(refused.text("remedy")).contains(remedy);
    }

    private static Reply finished(DemoBed bed, String path) throws Exception {
        for (int i = 0; i < MAX_CHECKS; i++) {
            Reply run = bed.get(path);
            if (run.text("status").equals("finished")) {
                return run;
            }
            Thread.onSpinWait();
        }
        throw new AssertionError(path + " has not finished: " + bed.get(path).body());
    }
}
