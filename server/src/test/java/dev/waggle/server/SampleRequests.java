package dev.waggle.server;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import dev.waggle.server.ApiClient.Answer;
import dev.waggle.signal.json.JsonValue;

import static org.assertj.core.api.Assertions.assertThat;

/** A valid request for each operation, on a folder that has what the request needs. */
public final class SampleRequests {

    private static final String JSON = "application/json";
    private static final String LINES = "{\"lines\": [\"pass\"]}";
    private static final String PATTERN = "{\"pattern\": \"build:*\"}";
    private static final String QUESTION = "{\"question\": \"Shard or buy time?\"}";

    private final ServedFolder folder;
    private final ApiClient client;
    private final Map<String, Supplier<Sample>> samples = new HashMap<>();

    /**
     * A request.
     *
     * @param path values of the parameters in the path
     * @param query the query with its question mark; may be empty
     * @param type the media type of the body; empty for none
     * @param body the body
     * @param headers further headers
     */
    public record Sample(Map<String, String> path, String query, String type, String body,
            Map<String, String> headers) {

        static Sample of(String... path) {
            Map<String, String> values = new LinkedHashMap<>();
            for (int i = 0; i < path.length; i += 2) {
                values.put(path[i], path[i + 1]);
            }
            return new Sample(values, "", "", "", Map.of());
        }

        Sample asking(String newQuery) {
            return new Sample(path, newQuery, type, body, headers);
        }

        Sample sending(String newType, String newBody) {
            return new Sample(path, query, newType, newBody, headers);
        }

        Sample heading(Map<String, String> newHeaders) {
            return new Sample(path, query, type, body, newHeaders);
        }
    }

    private SampleRequests(ServedFolder folder, ApiClient client) {
        this.folder = folder;
        this.client = client;
    }

    /** The samples of a folder, in which two runs have ended and one was interrupted. */
    public static SampleRequests of(ServedFolder folder, ApiClient client, String interrupted) {
        SampleRequests requests = new SampleRequests(folder, client);
        String first = requests.finished();
        String second = requests.finished();
        requests.ofServer();
        requests.ofAgents();
        requests.ofSolves(first, second, interrupted);
        requests.ofData(first);
        requests.ofSeats();
        requests.ofSignals();
        requests.ofWebhooks();
        return requests;
    }

    /** The sample of an operation; empty if there is none. */
    public Optional<Sample> of(String operation) {
        return Optional.ofNullable(samples.get(operation)).map(Supplier::get);
    }

    private void ofServer() {
        for (String plain : new String[] {"isLive", "isReady", "getMetrics", "getDocument", "openEntry", "logout",
            "createLoginTicket", "listSolves", "listDeliberations", "listRecordings", "listCheckpoints", "listSchemas",
            "listThreads", "listModels", "listTemplates", "login", "showCaller", "getLog", "verifyLog",
            "listReputations", "listMemories", "countMemories", "getAgentCard"}) {
            samples.put(plain, Sample::of);
        }
    }

    private void ofAgents() {
        samples.put("callAgent", () -> Sample.of().sending(JSON, """
                {"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"kind":"message",\
                "messageId":"m","role":"user","parts":[{"kind":"text","text":"Shard or buy time?"}]}}}"""));
    }

    private void ofSolves(String run, String other, String interrupted) {
        samples.put("startSolve", () -> Sample.of().sending(JSON, QUESTION));
        samples.put("cancelSolve", () -> Sample.of("run", started("{\"question\": \"wait for the door\"}")));
        samples.put("resumeSolve", () -> Sample.of("run", interrupted));
        for (String view : new String[] {"getSolve", "followSolve", "explainSolve", "replaySolve", "listEntries",
            "listLenses", "listFlips", "getRunFile", "viewSolve", "followMarks"}) {
            samples.put(view, () -> Sample.of("run", run));
        }
        samples.put("getLens", () -> Sample.of("run", run, "lens", "entropy"));
        samples.put("readRunSignal", () -> Sample.of("run", run, "signal",
                folder.journal().entriesOf(run).getFirst().signal().id()));
        samples.put("whatIf", () -> Sample.of("run", run).sending(JSON, "{\"without\": [\"cyd\"]}"));
        samples.put("compareSolves", () -> Sample.of().asking("?run=" + run + "&with=" + other));
        samples.put("tellOutcome", () -> Sample.of("run", run).sending(JSON, "{\"verdict\": \"correct\"}"));
        samples.put("getOutcome", () -> {
            succeed("/v1/solves/" + run + "/outcome", "{\"verdict\": \"correct\"}");
            return Sample.of("run", run);
        });
        samples.put("getReputation", () -> {
            succeed("/v1/solves/" + run + "/outcome", "{\"verdict\": \"correct\"}");
            return Sample.of("agent", "ada");
        });
        samples.put("decide", () -> Sample.of().sending("text/csv", "q1,ada,Paris\nq1,bob,Paris\nq1,cyd,Lyon\n"));
    }

    private void ofData(String run) {
        String recording = "{\"run\": \"" + run + "\"}";
        samples.put("addRecording", () -> Sample.of().sending(JSON, recording));
        for (String ofOne : new String[] {"getRecording", "deleteRecording"}) {
            samples.put(ofOne, () -> Sample.of("id", succeed("/v1/recordings", recording).text("id")));
        }
        samples.put("markRecording", () -> Sample
                .of("id", succeed("/v1/recordings", recording).text("id"))
                .sending(JSON, "{\"mark\": \"end\"}"));
        for (String ofOne : new String[] {"getCheckpoint", "deleteCheckpoint"}) {
            samples.put(ofOne, () -> {
                var _ = folder.checkpoints().save("state", JsonValue.of("saved"));
                return Sample.of("id", "state");
            });
        }
        samples.put("getSchema", () -> Sample.of("name", "payload.vote"));
        samples.put("getThread", () -> Sample.of("id", run));
        String memory = "{\"content\": \"a deadlock of the pool\"}";
        samples.put("addMemory", () -> Sample.of().sending(JSON, memory));
        samples.put("searchMemories", () -> Sample.of().asking("?q=deadlock"));
        for (String ofOne : new String[] {"getMemory", "forgetMemory"}) {
            samples.put(ofOne, () -> Sample.of("id", succeed("/v1/memories", memory).text("id")));
        }
    }

    private void ofSeats() {
        samples.put("listSeats", Sample::of);
        samples.put("listSolveSeats", () -> Sample.of("run", suspended()));
        samples.put("answerSeat", () -> Sample.of("run", suspended(), "seat", CodedSolves.PERSON)
                .sending(JSON, LINES));
        samples.put("createSeatLink", () -> Sample.of("run", suspended(), "seat", CodedSolves.PERSON));
        samples.put("readSeatLink", () -> Sample.of("token", link()));
        samples.put("answerSeatLink", () -> Sample.of("token", link()).sending(JSON, LINES));
    }

    private void ofSignals() {
        for (String plain : new String[] {"listSignals", "followSignals", "listEngineSignals",
            "listEngineSignalsAlias", "followEngine", "listDelayed", "listAgents", "listSubscriptions",
            "listSignalTypes"}) {
            samples.put(plain, Sample::of);
        }
        samples.put("showSignalTree", () -> Sample.of("id", DocumentedApi.text((JsonValue.Obj) succeed("/v1/signals",
                "{\"type\": \"build:done\"}").json(), "id")));
        samples.put("generateSignal", () -> Sample.of().sending(JSON, "{\"type\": \"build:done\", \"data\": 7}"));
        String later = "{\"type\": \"build:late\", \"deliverAt\": \"2999-01-01T00:00:00Z\", \"repeatKey\": \"k\"}";
        samples.put("cancelDelayed", () -> {
            JsonValue.Obj delayed = (JsonValue.Obj) succeed("/v1/signals", later).json();
            return Sample.of("id", DocumentedApi.text(DocumentedApi.object(delayed, "signal"), "id"));
        });
        samples.put("cancelRepeated", () -> {
            succeed("/v1/signals", later);
            return Sample.of().asking("?type=build:late&repeatKey=k");
        });
        samples.put("registerAgent", () -> Sample.of("agent", "ada"));
        for (String ofOne : new String[] {"showInbox", "listDeadLetters"}) {
            samples.put(ofOne, () -> subscribed(ofOne));
        }
        samples.put("subscribe", () -> Sample.of("agent", "ada").sending(JSON, PATTERN));
        samples.put("unsubscribe", () -> subscribed("unsubscribe").asking("?pattern=build:*"));
        samples.put("drainInbox", () -> subscribed("drainInbox").sending(JSON, "{\"limit\": 5}"));
        samples.put("acknowledge", () -> subscribed("acknowledge").sending(JSON, "{\"through\": 1}"));
        samples.put("requeue", () -> subscribed("requeue").sending(JSON, "{\"all\": true}"));
    }

    private void ofWebhooks() {
        samples.put("listWebhooks", Sample::of);
        samples.put("renewWebhookSecret", () -> Sample.of("id", "ci"));
        samples.put("deleteWebhook", () -> {
            secret("old");
            return Sample.of("id", "old");
        });
        samples.put("receiveWebhook", () -> {
            String time = String.valueOf(Instant.now().getEpochSecond());
            String body = "{\"built\": true}";
            return Sample.of("id", "hook").sending(JSON, body).heading(Map.of("X-Waggle-Timestamp", time,
                    "X-Waggle-Signature", "sha256=" + hmac(secret("hook"), time + "\nwebhook:hook\n" + body)));
        });
    }

    private String secret(String webhook) {
        return succeed("/v1/webhooks/" + webhook + "/secret", "").text("secret");
    }

    private static String hmac(String secret, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException failed) {
            throw new AssertionError(failed);
        }
    }

    /** An agent whose inbox has a signal. */
    private Sample subscribed(String agent) {
        succeed("/v1/agents/" + agent, "");
        succeed("PUT", "/v1/agents/" + agent + "/subscriptions", PATTERN);
        succeed("/v1/signals", "{\"type\": \"build:done\"}");
        return Sample.of("agent", agent);
    }

    /** A run that waits for a person. */
    private String suspended() {
        String run = started("{\"question\": \"ask a person\"}");
        await(run, "suspended");
        return run;
    }

    private String link() {
        String path = succeed("/v1/solves/" + suspended() + "/seats/" + CodedSolves.PERSON + "/link", "").text("path");
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private String finished() {
        String run = started(QUESTION);
        await(run, "finished");
        return run;
    }

    private void await(String run, String status) {
        String seen = "";
        while (!seen.equals(status)) {
            seen = succeed("GET", "/v1/solves/" + run, "").text("status");
            assertThat(seen).isIn("running", status);
        }
    }

    /** A run, which begins when the solves of other samples have left a place. */
    private String started(String order) {
        List<Answer> answers = new ArrayList<>();
        BoundedWait.until(() -> {
            answers.add(send("POST", "/v1/solves", order));
            return answers.getLast().status() != 429;
        });
        return succeeded("/v1/solves", answers.getLast()).text("run");
    }

    private Answer succeed(String path, String json) {
        return succeed("POST", path, json);
    }

    private Answer succeed(String method, String path, String json) {
        return succeeded(path, send(method, path, json));
    }

    private static Answer succeeded(String path, Answer answer) {
        assertThat(answer.status()).as(path + ": " + answer.body()).isBetween(200, 299);
        return answer;
    }

    private Answer send(String method, String path, String json) {
        try {
            return json.isEmpty() ? client.send(method, path, Map.of(), BodyPublishers.noBody())
                    : client.send(method, path, Map.of("Content-Type", JSON), BodyPublishers.ofString(json));
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }
}
