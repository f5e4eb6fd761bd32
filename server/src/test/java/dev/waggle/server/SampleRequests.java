package dev.waggle.server;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import dev.waggle.server.ApiClient.Answer;
import dev.waggle.signal.json.JsonValue;

import static org.assertj.core.api.Assertions.assertThat;

/** A valid request for each operation, on a folder that has what the request needs. */
public final class SampleRequests {

    private static final String JSON = "application/json";
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
     */
    public record Sample(Map<String, String> path, String query, String type, String body) {

        static Sample of(String... path) {
            Map<String, String> values = new LinkedHashMap<>();
            for (int i = 0; i < path.length; i += 2) {
                values.put(path[i], path[i + 1]);
            }
            return new Sample(values, "", "", "");
        }

        Sample asking(String newQuery) {
            return new Sample(path, newQuery, type, body);
        }

        Sample sending(String newType, String newBody) {
            return new Sample(path, query, newType, newBody);
        }
    }

    private SampleRequests(ServedFolder folder, ApiClient client) {
        this.folder = folder;
        this.client = client;
    }

    /** The samples of a folder, in which two runs have ended and one was interrupted. */
    public static SampleRequests of(ServedFolder folder, ApiClient client, String interrupted)
            throws Exception {
        SampleRequests requests = new SampleRequests(folder, client);
        String first = requests.finished();
        String second = requests.finished();
        requests.ofServer();
        requests.ofSolves(first, second, interrupted);
        requests.ofData(first);
        return requests;
    }

    /** The sample of an operation; empty if there is none. */
    public Optional<Sample> of(String operation) {
        return Optional.ofNullable(samples.get(operation)).map(Supplier::get);
    }

    private void ofServer() {
        for (String plain : new String[] {"isLive", "isReady", "getMetrics", "getDocument", "openEntry", "logout",
            "createLoginTicket", "listSolves", "listRecordings", "listCheckpoints", "listSchemas", "listThreads",
            "listModels", "listReputations", "listMemories", "countMemories"}) {
            samples.put(plain, Sample::of);
        }
    }

    private void ofSolves(String run, String other, String interrupted) {
        samples.put("startSolve", () -> Sample.of().sending(JSON, QUESTION));
        samples.put("cancelSolve", () -> Sample.of("run", started("{\"question\": \"wait for the door\"}")));
        samples.put("resumeSolve", () -> Sample.of("run", interrupted));
        for (String view : new String[] {"getSolve", "followSolve", "explainSolve", "replaySolve", "listEntries",
            "listLenses"}) {
            samples.put(view, () -> Sample.of("run", run));
        }
        samples.put("getLens", () -> Sample.of("run", run, "lens", "entropy"));
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

    private String finished() throws Exception {
        String run = started(QUESTION);
        while (!client.get("/v1/solves/" + run).text("status").equals("finished")) {
            Thread.onSpinWait();
        }
        return run;
    }

    private String started(String order) {
        return succeed("/v1/solves", order).text("run");
    }

    private Answer succeed(String path, String json) {
        try {
            Answer answer = client.post(path, json);
            assertThat(answer.status()).as(path + ": " + answer.body()).isBetween(200, 299);
            return answer;
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }
}
