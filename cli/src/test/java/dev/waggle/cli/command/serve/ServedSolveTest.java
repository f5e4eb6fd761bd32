package dev.waggle.cli.command.serve;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.command.serve.ServerBed.Message;
import dev.waggle.cli.command.serve.ServerBed.Reply;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.ScriptedDeliberators;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class ServedSolveTest {

    private static final String ORDER = "{\"question\": \"Shard the database or buy time?\", \"agents\": 5}";

    @TempDir
    private Path folder;

    @Test
    void aSolveIsStartedFollowedAndRead() throws Exception {
        try (FakeModels models = FakeModels.answering(ScriptedDeliberators::answer);
                ServerBed bed = new ServerBed(folder, models)) {
            Reply started = bed.post("/v1/solves", ORDER);

            assertThat(started.status()).as(started.body()).isEqualTo(202);
            String path = started.response().headers().firstValue("Location").orElseThrow();
            List<Message> messages = bed.follow(path + "/events", 0, Integer.MAX_VALUE);
            assertThat(messages.getLast().event()).isEqualTo("end");
            assertThat(ids(messages)).isNotEmpty().isSorted().doesNotHaveDuplicates();
            Reply run = bed.get(path);
            assertThat(run.text("status")).isEqualTo("finished");
            assertThat(run.json().fields().get("result")).isInstanceOf(JsonValue.Obj.class);
            assertThat(run.response().headers().firstValue("ETag")).isPresent();
            assertThat(bed.get("/v1/solves?status=finished").body()).contains(started.text("run"));
        }
    }

    /** Streaming (G) over HTTP: whoever comes later, or comes back, has everything once. */
    @Test
    void aStreamGoesOnWhereItBrokeAlsoAfterARestart() throws Exception {
        try (FakeModels models = FakeModels.answering(ScriptedDeliberators::answer)) {
            String path;
            List<Message> whole;
            try (ServerBed bed = new ServerBed(folder, models)) {
                path = bed.post("/v1/solves", ORDER).response().headers().firstValue("Location").orElseThrow();
                whole = bed.follow(path + "/events", 0, Integer.MAX_VALUE);
            }
            try (ServerBed bed = new ServerBed(folder, models)) {
                List<Long> ids = ids(whole);
                assertThat(ids(bed.follow(path + "/events", 0, Integer.MAX_VALUE))).isEqualTo(ids);
                for (long id : ids) {
                    List<Long> rest = ids(bed.follow(path + "/events", id, Integer.MAX_VALUE));
                    assertThat(rest).isEqualTo(ids.subList(ids.indexOf(id) + 1, ids.size()));
                }
            }
        }
    }

    @Test
    void aRepeatedOrderUnderAKeyStartsOneSolve() throws Exception {
        try (FakeModels models = FakeModels.answering(ScriptedDeliberators::answer);
                ServerBed bed = new ServerBed(folder, models)) {
            Reply first = bed.post("/v1/solves", ORDER, "Idempotency-Key", "order-1");
            bed.follow(first.response().headers().firstValue("Location").orElseThrow() + "/events", 0,
                    Integer.MAX_VALUE);
            Reply again = bed.post("/v1/solves", ORDER, "Idempotency-Key", "order-1");
            Reply other = bed.post("/v1/solves", ORDER.replace("buy", "win"), "Idempotency-Key", "order-1");

            assertThat(again.status()).isEqualTo(200);
            assertThat(again.text("run")).isEqualTo(first.text("run"));
            assertThat(other.status()).isEqualTo(422);
        }
    }

    @Test
    void aCancelledSolveEnds() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (FakeModels models = FakeModels.answering(_ -> {
            asked.countDown();
            return new FakeAnswer.Fault.Waits(FakeAnswer.says("well"), 1, release);
        }); ServerBed bed = new ServerBed(folder, models)) {
            String path = bed.post("/v1/solves", ORDER).response().headers().firstValue("Location").orElseThrow();
            asked.await();

            assertThat(bed.post(path + "/cancel").status()).isEqualTo(202);
            assertThat(bed.follow(path + "/events", 0, Integer.MAX_VALUE).getLast().event()).isEqualTo("end");
            Reply run = bed.get(path);
            assertThat(run.text("ending")).isEqualTo("cancelled");
            assertThat(bed.post(path + "/cancel").status()).isEqualTo(409);
            release.countDown();
        }
    }

    @Test
    void aCommandCannotResumeASolveThatTheServerRuns() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (FakeModels models = FakeModels.answering(_ -> {
            asked.countDown();
            return new FakeAnswer.Fault.Waits(FakeAnswer.says("well"), 1, release);
        }); ServerBed bed = new ServerBed(folder, models)) {
            Reply started = bed.post("/v1/solves", ORDER);
            asked.await();
            CommandRun refused = CommandRun.of("resume", started.text("run"), "--data",
                    folder.resolve("data").toString());

            assertThat(refused.code()).as(refused.err()).isEqualTo(2);
            assertThat(refused.err()).hasLineCount(1).contains("is being solved - Maybe wait for its end")
                    .doesNotContain("fault of Waggle");
            assertThat(bed.post("/v1/solves/" + started.text("run") + "/cancel").status()).isEqualTo(202);
            release.countDown();
        }
    }

    @Test
    void anInterruptedSolveIsResumedAndAsksNothingTwice() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch stuck = new CountDownLatch(1);
        List<String> asked = new ArrayList<>();
        String path;
        try (FakeModels models = FakeModels.answering(request -> {
            synchronized (asked) {
                asked.add(String.valueOf(request.raw().json()));
                if (asked.size() > 5) {
                    stuck.countDown();
                    return new FakeAnswer.Fault.Waits(FakeAnswer.says("well"), 0, release);
                }
            }
            return ScriptedDeliberators.answer(request);
        }); ServerBed bed = new ServerBed(folder, models)) {
            path = bed.post("/v1/solves", ORDER).response().headers().firstValue("Location").orElseThrow();
            stuck.await();
        } finally {
            release.countDown();
        }
        try (FakeModels models = FakeModels.answering(ScriptedDeliberators::answer);
                ServerBed bed = new ServerBed(folder, models)) {
            assertThat(bed.get(path).text("status")).isEqualTo("interrupted");
            Reply resumed = bed.post(path + "/resume");
            assertThat(resumed.status()).as(resumed.body()).isEqualTo(202);
            assertThat(bed.follow(path + "/events", 0, Integer.MAX_VALUE).getLast().event()).isEqualTo("end");
            assertThat(bed.get(path).text("status")).isEqualTo("finished");
            assertThat(models.requests())
                    .noneMatch(request -> asked.subList(0, 5).contains(String.valueOf(request.raw().json())));
        }
    }

    private static List<Long> ids(List<Message> messages) {
        return messages.stream().map(Message::id).filter(Objects::nonNull).toList();
    }
}
