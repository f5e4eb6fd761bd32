package dev.waggle.cli.command.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.command.serve.ServerBed.Message;
import dev.waggle.cli.command.serve.ServerBed.Reply;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.template.Templates;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.ScriptedDeliberators;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** People who answer later over HTTP: at the server, by a link, and from another process. */
@Timeout(60)
class ServedSeatTest {

    private static final Pattern PROPOSAL = Pattern.compile("\"name\":\"(P\\d+)\"");
    private static final Pattern COST = Pattern.compile("\"cost\":\\{\"tokens\":(\\d+)");
    private static final Pattern TOKENS = Pattern.compile("\"tokens\":(\\d+)");
    private static final String MIXED = """
            {"question": "Shard the database or buy time?", "agents": 2, "requireApproval": ["maya"], "veto": ["maya"],
             "seats": [{"id": "maya", "name": "Maya", "role": "database engineer", "deadline": "3d"}]}""";
    private static final String PEOPLE = """
            {"question": "Shard the database or buy time?", "agents": 0, "seats": [{"id": "maya"}, {"id": "olu"}]}""";
    private static final String PASS = "{\"lines\": [\"pass\"]}";

    /** Checks of a state that a running solve reaches soon. */
    private static final int MAX_CHECKS = 100_000;

    @TempDir
    private Path folder;

    @Test
    void twoModelsAndAPersonWhoseApprovalIsNeededDecideAcrossARestart() throws Exception {
        try (FakeModels models = FakeModels.answering(ScriptedDeliberators::answer)) {
            String path;
            try (ServerBed bed = new ServerBed(folder, models, 1)) {
                path = suspended(bed, MIXED);
                assertThat(bed.get("/v1/solves?status=suspended").body())
                        .contains(path.substring(path.lastIndexOf('/') + 1));
                assertThat(suspended(bed, MIXED)).as("a suspended run takes no place").isNotEqualTo(path);
            }
            List<String> paid = calls(models);
            try (ServerBed bed = new ServerBed(folder, models, 1)) {
                assertThat(bed.get(path).text("status")).isEqualTo("suspended");
                CompletableFuture<List<Message>> stream = new CompletableFuture<>();
                Thread.ofVirtual().start(() -> {
                    try {
                        stream.complete(bed.follow(path + "/events", 0, Integer.MAX_VALUE));
                    } catch (IOException | InterruptedException | AssertionError failed) {
                        stream.completeExceptionally(failed);
                    }
                });
                answerUntilFinished(bed, path);

                List<Message> messages = stream.get(30, TimeUnit.SECONDS);
                assertThat(messages.getLast().event()).isEqualTo("end");
                assertThat(messages.stream().map(Message::id).filter(Objects::nonNull)).isSorted()
                        .doesNotHaveDuplicates();
                assertThat(messages).anyMatch(message -> isFact(message, "seat:asked"))
                        .anyMatch(message -> isFact(message, "seat:answered"));
                assertThat(bed.get(path).body()).contains("approved by maya");
                long cost = numbers(COST, bed.get(path).body());
                assertThat(cost).isPositive();
                assertThat(settledTokens(path.substring(path.lastIndexOf('/') + 1))).as("each part is settled once")
                        .isCloseTo(cost, within(2L));
                assertThat(calls(models).subList(paid.size(), calls(models).size())).doesNotContainAnyElementsOf(paid);
            }
        }
    }

    @Test
    void peopleAloneAnswerAtOnceAndByTheirOwnTokensOnly() throws Exception {
        try (FakeModels models = FakeModels.answering(ScriptedDeliberators::answer);
                ServerBed bed = new ServerBed(folder, models)) {
            String path = suspended(bed, PEOPLE);

            assertThat(seats(bed.get("/v1/seats"))).containsExactly("maya", "olu");
            assertThat(seats(bed.get("/v1/seats", "X-Name", "o", "X-Agent", "olu"))).containsExactly("olu");
            Reply first = bed.get("/v1/seats?limit=1");
            assertThat(seats(first)).containsExactly("maya");
            assertThat(seats(bed.get("/v1/seats?limit=1&cursor=" + first.text("next")))).containsExactly("olu");
            assertThat(bed.get(path + "/seats").body()).contains("\"question\":\"Shard the database or buy time?\"",
                    "\"askedAt\":\"", "\"forms\":[\"find 0.8 TEXT;");

            assertThat(bed.post(path + "/seats/maya", PASS, "X-Name", "o", "X-Agent", "olu").status()).isEqualTo(403);
            assertThat(bed.post(path + "/seats/zoe", PASS).status()).isEqualTo(404);
            assertThat(bed.post("/v1/solves/solve_0/seats/maya", PASS).status()).isEqualTo(404);
            assertThat(bed.post(path + "/seats/maya", "{\"lines\": [\"pass\"], \"turn\": 2}").status()).isEqualTo(409);
            assertThat(bed.post(path + "/seats/maya", "{\"lines\": []}").status()).isEqualTo(422);
            Reply unreadable = bed.post(path + "/seats/maya", "{\"lines\": [\"vote P9 agree 1\"]}");
            assertThat(unreadable.status()).isEqualTo(422);
            assertThat(unreadable.body()).contains("line 1: there is no proposal", "Maybe propose it first.");

            Reply stored = bed.post(path + "/seats/maya",
                    "{\"lines\": [\"propose 0.9 shard: Shard by tenant\"], \"turn\": 1}", "X-Name", "laptop");
            assertThat(stored.status()).as(stored.body()).isEqualTo(201);
            assertThat(stored.text("by")).isEqualTo("laptop");
            assertThat(bed.post(path + "/seats/maya", PASS).status()).isEqualTo(409);
            assertThat(seats(bed.get(path + "/seats"))).containsExactly("olu");
            assertThat(bed.post(path + "/seats/olu", PASS).status()).isEqualTo(201);
            List<Message> messages = bed.followUntil(path + "/events", 0, message -> isFact(message, "seat:answered")
                    && message.data().contains("\"seat\":\"olu\""));
            assertThat(messages).anyMatch(message -> message.data().contains("Shard by tenant"));
            assertThat(bed.post(path + "/seats/olu", "{\"lines\": [\"pass\"], \"turn\": 1}").status()).isEqualTo(409);
            assertThat(models.requests()).isEmpty();
        }
    }

    @Test
    void aLinkGivesOneAnswerToOneRequest() throws Exception {
        try (FakeModels models = FakeModels.answering(ScriptedDeliberators::answer);
                ServerBed bed = new ServerBed(folder, models)) {
            String path = suspended(bed, PEOPLE);
            assertThat(bed.post(path + "/seats/zoe/link").status()).isEqualTo(404);
            Reply made = bed.post(path + "/seats/maya/link");
            assertThat(made.status()).as(made.body()).isEqualTo(201);
            String link = made.text("path");

            Reply request = bed.get(link);
            assertThat(request.status()).as(request.body()).isEqualTo(200);
            assertThat(request.text("seat")).isEqualTo("maya");
            assertThat(request.text("deadline")).isEqualTo(made.text("expires"));
            assertThat(bed.get(changed(link)).status()).isEqualTo(404);
            assertThat(bed.post(changed(link), PASS).status()).isEqualTo(404);
            assertThat(bed.post(link + "A", PASS).status()).isEqualTo(404);
            assertThat(bed.get("/v1/seat-links/x").status()).isEqualTo(404);
            assertThat(bed.post(link, "{\"lines\": [\"pass\"], \"turn\": 2}").status()).isEqualTo(409);
            assertThat(bed.post(link, "{\"lines\": [\"sing\"]}").status()).isEqualTo(422);
            Reply stored = bed.post(link, PASS);
            assertThat(stored.status()).as(stored.body()).isEqualTo(201);
            assertThat(stored.text("by")).isEqualTo("link");
            assertThat(bed.get(link).status()).isEqualTo(409);
            assertThat(bed.post(link, PASS).status()).isEqualTo(409);
            assertThat(seats(bed.get("/v1/seats"))).containsExactly("olu");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(
                    folder.resolve("data/server/seat-links.secret")))).isEqualTo("rw-------");
        }
    }

    @Test
    void anAnswerFromAnotherProcessIsNoticed() throws Exception {
        try (FakeModels models = FakeModels.answering(ScriptedDeliberators::answer);
                ServerBed bed = new ServerBed(folder, models)) {
            String path = suspended(bed, MIXED);
            String run = path.substring(path.lastIndexOf('/') + 1);
            CommandRun answered = CommandRun.of("answer", run, "maya", "say hello", "--data",
                    folder.resolve("data").toString());

            assertThat(answered.code()).as(answered.err()).isZero();
            assertThat(bed.followUntil(path + "/events", 0, message -> isFact(message, "seat:answered"))).isNotEmpty();
        }
    }

    @Test
    void anOrderOfPeopleThatCannotBeMeantIsRefused() throws Exception {
        try (FakeModels models = FakeModels.answering(ScriptedDeliberators::answer);
                ServerBed bed = new ServerBed(folder, models)) {
            Reply people = bed.post("/v1/solves", PEOPLE.replace("}]}",
                    "}, {\"id\": \"ann\"}], \"template\": \"debug\"}"));
            assertThat(people.status()).as(people.body()).isEqualTo(202);
            String path = people.response().headers().firstValue("Location").orElseThrow();
            assertThat(bed.followUntil(path + "/events", 0, message -> isFact(message, "seat:asked")).toString())
                    .contains(Templates.named("debug").roles().getFirst().profile().role());
            for (String bad : List.of("\"agents\": 0", "\"agents\": 0, \"models\": [\"lab:fake-fast\"]",
                    "\"seats\": [{\"id\": \"a|b\"}]", "\"seats\": [{\"id\": \"maya\", \"deadline\": \"soon\"}]",
                    "\"seats\": [{\"id\": \"maya\"}, {\"id\": \"maya\"}]", "\"seats\": [{\"id\": \"orchestrator\"}]",
                    "\"seats\": [{\"id\": \"maya\"}], \"requireApproval\": [\"zoe\"]", "\"veto\": [\"zoe\"]")) {
                Reply refused = bed.post("/v1/solves", "{\"question\": \"Shard?\", " + bad + "}");
                assertThat(refused.status()).as(bad + refused.body()).isEqualTo(400);
            }
        }
    }

    /** Starts a solve; its path once it is suspended. */
    private static String suspended(ServerBed bed, String order) throws IOException, InterruptedException {
        Reply started = bed.post("/v1/solves", order);
        assertThat(started.status()).as(started.body()).isEqualTo(202);
        String path = started.response().headers().firstValue("Location").orElseThrow();
        assertThat(bed.followUntil(path + "/events", 0, message -> isFact(message, "seat:asked"))).isNotEmpty();
        assertThat(settled(bed, path)).isEqualTo("suspended");
        return path;
    }

    private static void answerUntilFinished(ServerBed bed, String path) throws IOException, InterruptedException {
        String known = "";
        for (int i = 0; i < 20 && !settled(bed, path).equals("finished"); i++) {
            Reply asked = bed.get(path + "/seats");
            List<String> proposals = PROPOSAL.matcher(asked.body()).results().map(found -> found.group(1)).toList();
            String line = known.isEmpty() && !proposals.isEmpty() ? "vote " + proposals.getFirst() + " agree 0.9 fine"
                    : "pass";
            known = proposals.isEmpty() ? known : proposals.getFirst();
            if (!seats(asked).isEmpty()) {
                Reply stored = bed.post(path + "/seats/maya", "{\"lines\": [\"" + line + "\"]}");
                assertThat(stored.status()).as(stored.body()).isEqualTo(201);
            }
        }
        assertThat(settled(bed, path)).isEqualTo("finished");
    }

    /** The status of a run that neither runs nor is about to go on. */
    private static String settled(ServerBed bed, String path) throws IOException, InterruptedException {
        for (int i = 0; i < MAX_CHECKS; i++) {
            String status = bed.get(path).text("status");
            boolean isWaiting = status.equals("suspended") && !seats(bed.get(path + "/seats")).isEmpty();
            if (isWaiting || !List.of("running", "suspended").contains(status)) {
                return status;
            }
        }
        throw new AssertionError(path + " does not settle");
    }

    private long settledTokens(String run) {
        CommandRun shown = CommandRun.of("log", "show", folder.resolve("data").toString(), "--type", "server:cost",
                "--json");
        assertThat(shown.code()).as(shown.err()).isZero();
        return numbers(TOKENS, String.join("\n", shown.out().lines()
                .filter(line -> line.contains("budget:settled") && line.contains(run)).toList()));
    }

    private static long numbers(Pattern number, String text) {
        return number.matcher(text).results().mapToLong(found -> Long.parseLong(found.group(1))).sum();
    }

    private static List<String> seats(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return ((JsonValue.Arr) Objects.requireNonNull(reply.json().fields().get("items"))).items().stream()
                .map(item -> ((JsonValue.Str) Objects.requireNonNull(((JsonValue.Obj) item).fields().get("seat")))
                        .value())
                .toList();
    }

    private static List<String> calls(FakeModels models) {
        return models.requests().stream().map(request -> String.valueOf(request.raw().json())).toList();
    }

    private static boolean isFact(Message message, String type) {
        return message.event().equals("entry") && message.data().contains("\"type\":\"" + type + "\"");
    }

    /** The same link with another character in its content. */
    private static String changed(String link) {
        int at = link.lastIndexOf('/') + 10;
        return link.substring(0, at) + (link.charAt(at) == 'A' ? 'B' : 'A') + link.substring(at + 1);
    }
}
