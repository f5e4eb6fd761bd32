package dev.waggle.server.api.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.waggle.dashboard.RunFileMask;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.schema.ForeignSchema;
import dev.waggle.review.explain.Explanation;
import dev.waggle.server.api.SolvedRuns;
import dev.waggle.server.api.TestServer;
import dev.waggle.server.api.TestServer.Reply;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.WorkLimit;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.codec.EntryCodec;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.StrategyCatalog;
import dev.waggle.swarm.evaluation.OutcomeRecord;
import dev.waggle.swarm.evaluation.OutcomeTracker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class RunViewsTest {

    @TempDir
    Path folder;

    private FileJournal journal;
    private final WorkLimit views = new WorkLimit(2);
    private final List<OutcomeRecord> learned = new ArrayList<>();
    private RunArchive runs;
    private List<Operation> operations;
    private TestServer server;
    private String run;

    @BeforeEach
    void open() {
        journal = FileJournal.open(folder);
        run = SolvedRuns.solve(journal, "Shard or buy time?");
        runs = new RunArchive(journal, 1_000, views);
        operations = Stream.of(new RunViewsApi(runs, new CodedRunSetups()).operations(),
                new LensApi(runs).operations(),
                new WhatIfApi(runs).operations(),
                new RunFileApi(runs, new CodedRunSetups(), RunFileMask.OF_TOKENS, World.system()).operations(),
                new CompareApi(runs, new CodedRunSetups()).operations(),
                new OutcomeApi(runs, OutcomeTracker.inMemory(World.system()), learned::add, World.system())
                        .operations())
                .flatMap(List::stream).toList();
        server = new TestServer(operations);
    }

    @AfterEach
    void close() {
        server.close();
        journal.close();
    }

    @Test
    void explainsARunInTheFormThatTheDocumentStates() throws Exception {
        Reply reply = server.get("/v1/solves/" + run + "/explain");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(violations("explainSolve", reply)).isEmpty();
        assertThat(reply.field("counted", "leader")).isEqualTo(JsonValue.of("shard"));
        assertThat(reply.field("departures")).isEqualTo(JsonValue.of(List.of()));
    }

    @Test
    void aViewOfAFinishedRunIsSentOnce() throws Exception {
        for (String view : List.of("explain", "replay", "lenses", "lenses/entropy")) {
            Reply first = server.get("/v1/solves/" + run + "/" + view);
            Reply again = server.get("/v1/solves/" + run + "/" + view, "If-None-Match", first.etag().orElseThrow());

            assertThat(first.status()).as(view).isEqualTo(200);
            assertThat(again.status()).as(view).isEqualTo(304);
        }
    }

    /** A proxy that compresses answers makes a strong tag weak. */
    @Test
    void aTagIsFoundAmongOthersAndWhenItIsWeak() throws Exception {
        String path = "/v1/solves/" + run + "/explain";
        String tag = server.get(path).etag().orElseThrow();

        for (String field : List.of("W/" + tag, "\"other\", W/" + tag, "*", tag.replace("\"", ""))) {
            assertThat(server.get(path, "If-None-Match", field).status()).as(field).isEqualTo(304);
        }
        for (String field : List.of("W/\"other\"", "\"other\", W/\"one\"", "W/\"", "\"", ",", "W/other")) {
            assertThat(server.get(path, "If-None-Match", field).status()).as(field).isEqualTo(200);
        }
    }

    @Test
    void aReplayIsEqualToItsLog() throws Exception {
        Reply reply = server.get("/v1/solves/" + run + "/replay");

        assertThat(violations("replaySolve", reply)).isEmpty();
        assertThat(reply.field("verdict")).isEqualTo(JsonValue.of("equal"));
        assertThat(reply.field("equal")).isEqualTo(reply.field("entries"));
    }

    @Test
    void lensesAnswerByRound() throws Exception {
        Reply all = server.get("/v1/solves/" + run + "/lenses");
        Reply one = server.get("/v1/solves/" + run + "/lenses/entropy");
        Reply none = server.get("/v1/solves/" + run + "/lenses/entropi");

        assertThat(violations("listLenses", all)).isEmpty();
        assertThat(violations("getLens", one)).isEmpty();
        assertThat(one.field("lenses")).isEqualTo(JsonValue.ofTexts(List.of("entropy")));
        assertThat(none.status()).isEqualTo(404);
        assertThat(none.text()).contains("entropi", "Maybe entropy");
    }

    @Test
    void pagesOfTheLogAreTheWholeLogOnce() throws Exception {
        List<JsonValue> seen = new ArrayList<>();
        String query = "?limit=7";
        while (!query.isEmpty()) {
            Reply page = server.get("/v1/solves/" + run + "/log" + query);
            assertThat(page.status()).isEqualTo(200);
            seen.addAll(((JsonValue.Arr) page.field("items")).items());
            query = page.field("next") instanceof JsonValue.Str(String next) ? "?limit=7&cursor=" + next : "";
        }

        assertThat(seen.stream().map(entry -> ((JsonValue.Obj) entry).fields().get("seq")).toList())
                .isEqualTo(journal.entriesOf(run).stream().map(LogEntry::sequence).map(JsonValue::of).toList());
    }

    @Test
    void aQuestionWithoutAChangeIsTheDecisionOfTheRun() throws Exception {
        Reply reply = server.post("/v1/solves/" + run + "/what-if", "{}");

        assertThat(violations("whatIf", reply)).isEmpty();
        assertThat(reply.field("after")).isEqualTo(reply.field("before"));
        assertThat(reply.field("changes")).isEqualTo(JsonValue.of(false));
        assertThat(reply.field("differences")).isEqualTo(JsonValue.of(List.of()));
    }

    @Test
    void anAgentThatIsLeftOutCountsAsInARecountWithoutItByEveryStrategy() throws Exception {
        Explanation explanation = Explanation.of(journal, run);
        for (String agent : List.of("ada", "bob", "cyd")) {
            Reply without = server.post("/v1/solves/" + run + "/what-if", "{\"without\": [\"" + agent + "\"]}");
            assertThat(without.field("after", "agreement")).as(agent)
                    .isEqualTo(JsonValue.of(explanation.recount().without(agent).agreement()));
        }
        for (var strategy : StrategyCatalog.builtIn()) {
            Reply other = server.post("/v1/solves/" + run + "/what-if",
                    "{\"strategy\": \"" + strategy.id() + "\"}");
            ConsensusResult expected = explanation.recount()
                    .under(explanation.rules().consensus().withStrategy(strategy));
            assertThat(other.field("after", "agreement")).as(strategy.id())
                    .isEqualTo(JsonValue.of(expected.agreement()));
        }
    }

    @Test
    void aTurnedVoteAndAHigherThresholdUndoTheDecision() throws Exception {
        Reply turned = server.post("/v1/solves/" + run + "/what-if",
                "{\"votes\": [{\"agent\": \"bob\", \"proposal\": \"shard\", \"stance\": \"disagree\"}],"
                        + " \"threshold\": 0.7}");
        Reply removed = server.post("/v1/solves/" + run + "/what-if",
                "{\"votes\": [{\"agent\": \"cyd\", \"proposal\": \"shard\", \"remove\": true}]}");

        assertThat(turned.field("after", "decided")).isEqualTo(JsonValue.of(false));
        assertThat(removed.field("after", "agreement")).isEqualTo(JsonValue.of(1.0));
    }

    @Test
    void aFactorOnVotesMovesTheAgreementAndTheEndingIsStated() throws Exception {
        Reply heavier = server.post("/v1/solves/" + run + "/what-if", "{\"weights\": {\"cyd\": 10}}");
        Reply same = server.post("/v1/solves/" + run + "/what-if", "{\"weights\": {\"cyd\": 1}}");
        Reply absent = server.post("/v1/solves/" + run + "/what-if", "{\"weights\": {\"cyd\": 0}}");
        Reply without = server.post("/v1/solves/" + run + "/what-if", "{\"without\": [\"cyd\"]}");

        assertThat(violations("whatIf", heavier)).isEmpty();
        assertThat(heavier.field("before", "ending")).isEqualTo(JsonValue.of("consensus"));
        assertThat(heavier.field("after", "decided")).isEqualTo(JsonValue.of(false));
        assertThat(heavier.field("after", "ending")).isEqualTo(JsonValue.of("open"));
        assertThat(heavier.text()).contains("endingReason");
        assertThat(same.field("after")).isEqualTo(same.field("before"));
        assertThat(absent.field("after")).isEqualTo(without.field("after"));
    }

    /** Each listed flip is the body of a question, and its outcome is the answer. */
    @Test
    void theFlipsOfARunAreQuestionsWithTheirAnswers() throws Exception {
        Reply reply = server.get("/v1/solves/" + run + "/flips");
        assertThat(violations("listFlips", reply)).isEmpty();
        List<JsonValue> flips = ((JsonValue.Arr) reply.field("flips")).items();
        assertThat(flips).isNotEmpty();
        for (JsonValue flip : flips) {
            var fields = ((JsonValue.Obj) flip).fields();
            Reply asked = server.post("/v1/solves/" + run + "/what-if",
                    JsonText.write(Objects.requireNonNull(fields.get("scenario"))));
            JsonValue.Obj outcome = (JsonValue.Obj) Objects.requireNonNull(fields.get("outcome"));

            assertThat(asked.field("changes")).as(flip.toString()).isEqualTo(JsonValue.of(true));
            for (String same : List.of("decided", "agreement", "confidence", "ending")) {
                assertThat(asked.field("after", same)).as(flip.toString()).isEqualTo(outcome.fields().get(same));
            }
        }
        String tag = reply.etag().orElseThrow();
        assertThat(server.get("/v1/solves/" + run + "/flips", "If-None-Match", tag).status()).isEqualTo(304);
    }

    @Test
    void thePageOfARunIsAFileToKeep() throws Exception {
        Reply reply = server.get("/v1/solves/" + run + "/page");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.header("Content-Type")).hasValue("text/html; charset=utf-8");
        assertThat(reply.header("Content-Disposition")).hasValue("attachment; filename=\"waggle-" + run + ".html\"");
        assertThat(reply.text()).startsWith("<!doctype html>").contains("Shard or buy time?", "\"table\":{")
                .contains("\"flips\":{").doesNotContain("http-equiv=\"refresh\"");
        assertThat(server.get("/v1/solves/" + run + "/page", "X-Tenant", "rival").status()).isEqualTo(404);
    }

    @Test
    void aRunOfAnotherTenantStaysUnknownWhenItsDecisionIsCached() throws Exception {
        assertThat(server.get("/v1/solves/" + run + "/flips").status()).isEqualTo(200);
        assertThat(server.get("/v1/solves/" + run + "/flips", "X-Tenant", "rival").status()).isEqualTo(404);
    }

    @Test
    void unknownAgentsProposalsVotesAndStrategiesAreRefused() throws Exception {
        assertRefused("{\"without\": [\"bop\"]}", 400, "bop");
        assertRefused("{\"strategy\": \"dice\"}", 400, "dice");
        assertRefused("{\"threshold\": 2}", 400, "threshold");
        assertRefused("{\"quorum\": 0}", 400, "quorum");
        assertRefused("{\"votes\": [{\"agent\": \"ada\", \"proposal\": \"x\", \"remove\": true}]}", 400, "no proposal");
        assertRefused("{\"votes\": [{\"agent\": \"ada\", \"proposal\": \"shard\"}]}", 400, "stance");
        assertRefused("{\"votes\": [{\"agent\": \"ada\", \"proposal\": \"shard\", \"remove\": true}],"
                + "\"without\": [\"ada\"]}", 400, "left out");
        assertRefused("{\"agents\": []}", 400, "agents");
        assertRefused("{\"weights\": {\"bop\": 2}}", 400, "bop");
        assertRefused("{\"weights\": {\"ada\": 11}}", 400, "ada");
        assertRefused("{\"weights\": {\"ada\": -1}}", 400, "ada");
        assertRefused("{\"weights\": {\"ada\": \"much\"}}", 400, "weights");
        assertRefused("{\"weights\": {\"ada\": null}}", 400, "weights");
        assertRefused("{\"weights\": {\"ada\": 2}, \"without\": [\"ada\"]}", 400, "left out");
        assertRefused("[", 400, "JSON");
    }

    @Test
    void aRunThatHasNotEndedHasNoWhatIfAndNoOutcome() throws Exception {
        LogEntry first = journal.entriesOf(run).getFirst();
        LogEntry begun = EntryCodec.decode(JsonText.read(JsonText.write(EntryCodec.encode(first))
                .replace(run, "open-run").replace(first.signal().id(), "sig_other")));
        journal.append(begun.signal(), begun.emission(), begun.recordedAt());

        assertThat(server.post("/v1/solves/open-run/what-if", "{}").status()).isEqualTo(409);
        assertThat(server.post("/v1/solves/open-run/outcome", "{\"verdict\": \"correct\"}").status()).isEqualTo(409);
        assertThat(server.get("/v1/solves/open-run/explain").etag()).isEmpty();
    }

    @Test
    void comparesTwoRunsByTheirAnswers() throws Exception {
        String other = SolvedRuns.solve(journal, "Another question?", Stance.DISAGREE);
        Reply reply = server.get("/v1/compare?run=" + run + "&with=" + other);
        Reply same = server.get("/v1/compare?run=" + run + "&with=" + run);

        assertThat(violations("compareSolves", reply)).isEmpty();
        assertThat(reply.field("sameQuestion")).isEqualTo(JsonValue.of(false));
        assertThat(reply.text()).contains("the questions differ");
        assertThat(((JsonValue.Arr) reply.field("votes")).items()).singleElement().extracting(Object::toString)
                .asString().contains("bob");
        assertThat(same.field("sameDecision")).isEqualTo(JsonValue.of(true));
        assertThat(same.field("votes")).isEqualTo(JsonValue.of(List.of()));
        assertThat(server.get("/v1/compare?run=" + run).status()).isEqualTo(400);
    }

    @Test
    void anOutcomeIsToldOnceAndReplacedOnlyWhenAsked() throws Exception {
        String place = "/v1/solves/" + run + "/outcome";
        assertThat(server.get(place).status()).isEqualTo(404);
        Reply told = server.post(place, "{\"verdict\": \"correct\", \"details\": \"it held\"}");
        Reply again = server.post(place, "{\"verdict\": \"correct\"}");
        Reply conflict = server.post(place, "{\"answer\": \"Buy time\"}");
        Reply replaced = server.post(place, "{\"answer\": \"Buy time\", \"replace\": true}");

        assertThat(violations("tellOutcome", told)).isEmpty();
        assertThat(told.field("standing")).isEqualTo(JsonValue.of("told"));
        assertThat(again.field("standing")).isEqualTo(JsonValue.of("again"));
        assertThat(conflict.status()).isEqualTo(409);
        assertThat(replaced.field("standing")).isEqualTo(JsonValue.of("replaced"));
        assertThat(server.get(place).field("verdict")).isEqualTo(JsonValue.of("incorrect"));
        assertThat(learned).hasSize(3);
        assertThat(server.post(place, "{}").status()).isEqualTo(400);
    }

    @Test
    void aRunOfAnotherTenantIsUnknown() throws Exception {
        for (String view : List.of("explain", "replay", "log", "lenses", "outcome")) {
            assertThat(server.get("/v1/solves/" + run + "/" + view, "X-Tenant", "rival").status()).as(view)
                    .isEqualTo(404);
        }
        assertThat(server.get("/v1/solves/none/explain").status()).isEqualTo(404);
    }

    @Test
    void aViewIsRefusedWhileOthersRunAndWhenTheRunIsTooLarge() throws Exception {
        try (var _ = views.enter(); var _ = views.enter()) {
            assertThat(server.get("/v1/solves/" + run + "/explain").status()).isEqualTo(503);
        }
        assertThat(server.get("/v1/solves/" + run + "/explain").status()).isEqualTo(200);
        try (TestServer small = new TestServer(
                new LensApi(new RunArchive(journal, 5, views)).operations())) {
            assertThat(small.get("/v1/solves/" + run + "/lenses").status()).isEqualTo(422);
        }
    }

    /** Files and searches take long, and go on when their client has left. */
    @Test
    void longViewsLeaveRoomForOthers() throws Exception {
        String path = "/v1/solves/" + run;
        try (var _ = runs.enterLong(); var _ = runs.enterLong()) {
            assertThat(server.get(path + "/page").status()).isEqualTo(503);
            assertThat(server.get(path + "/flips").status()).isEqualTo(503);
            assertThat(server.post(path + "/what-if", "{}").status()).isEqualTo(200);
            assertThat(server.get(path + "/explain").status()).isEqualTo(200);
        }
        assertThat(server.get(path + "/page").status()).isEqualTo(200);
        assertThat(server.get(path + "/flips").status()).isEqualTo(200);
        try (var _ = runs.enterLong(); var _ = runs.enterLong()) {
            assertThat(server.get(path + "/flips").status()).as("the list is known").isEqualTo(200);
        }
    }

    @Test
    void hostileParametersAreRefused() throws Exception {
        for (String query : List.of("depth=-1", "depth=x", "depth=999", "no=1", "depth=1&depth=2")) {
            assertThat(server.get("/v1/solves/" + run + "/explain?" + query).status()).as(query).isEqualTo(400);
        }
        for (String query : List.of("cursor=x", "cursor=!!", "limit=0", "limit=5000", "cursor=" + "A".repeat(3_000))) {
            assertThat(server.get("/v1/solves/" + run + "/log?" + query).status()).as(query).isEqualTo(400);
        }
    }

    private void assertRefused(String question, int status, String named) throws Exception {
        Reply reply = server.post("/v1/solves/" + run + "/what-if", question);
        assertThat(reply.status()).as(question).isEqualTo(status);
        assertThat(reply.text()).as(question).contains(named);
    }

    private List<?> violations(String operation, Reply reply) {
        Supplier<JsonValue.Obj> schema = operations.stream().filter(one -> one.id().equals(operation)).findFirst()
                .orElseThrow()
                .answers().getFirst().schema();
        return schema == null ? List.of() : ForeignSchema.of(schema.get()).check(reply.json());
    }
}
