package dev.waggle.server.api.a2a;

import java.time.Instant;

import dev.waggle.connect.a2a.codec.A2aCodec;
import dev.waggle.connect.a2a.codec.RpcRequest;
import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.connect.a2a.protocol.A2aMetadata;
import dev.waggle.connect.a2a.protocol.A2aPushConfig;
import dev.waggle.connect.a2a.protocol.A2aRequest;
import dev.waggle.connect.a2a.protocol.A2aSendOptions;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/** One line of the file of tasks. */
sealed interface TaskChange {

    A2aCodec CODEC = A2aCodec.of(A2aVersion.V1_0);

    String task();

    /** Beginning of a task. */
    record Begun(TaskRecord.Origin origin, A2aMessage message) implements TaskChange {
        @Override
        public String task() {
            return origin.id();
        }
    }

    /** Further message of the client. */
    record Messaged(String task, A2aMessage message) implements TaskChange {}

    /** New receiver of updates. */
    record Targeted(String task, TaskRecord.Target target) implements TaskChange {}

    /** Removed receiver of updates. */
    record Untargeted(String task, String id) implements TaskChange {}

    /** Refusal of an accepted order. */
    record Rejected(String task, String reason) implements TaskChange {}

    /** Cancellation of a task that waited. */
    record Canceled(String task, Instant at) implements TaskChange {}

    /** The object of the line. */
    default JsonValue.Obj json() {
        JsonObjectBuilder to = new JsonObjectBuilder().with("task", task());
        return switch (this) {
            case Begun(TaskRecord.Origin origin, A2aMessage message) -> to.with("kind", "begun")
                    .with("context", origin.contextId()).with("caller", origin.caller())
                    .withPresent("tenant", origin.tenant()).with("at", origin.at().toString())
                    .with("verbosity", origin.verbosity().word()).with("message", written(message)).json();
            case Messaged messaged -> to.with("kind", "message").with("message", written(messaged.message())).json();
            case Targeted(String task, TaskRecord.Target target) -> to.with("kind", "push")
                    .with("version", target.version().number())
                    .with("config", CODEC.pushConfig(new A2aPushConfig(task, target.address()))).json();
            case Untargeted untargeted -> to.with("kind", "unpush").with("id", untargeted.id()).json();
            case Rejected rejected -> to.with("kind", "rejected").with("reason", rejected.reason()).json();
            case Canceled canceled -> to.with("kind", "canceled").with("at", canceled.at().toString()).json();
        };
    }

    /** The change of a line. */
    static TaskChange of(JsonValue line) {
        JsonObjectReader in = JsonObjectReader.root("a change of a task", line);
        String task = in.visibleText("task");
        return switch (in.text("kind")) {
            case "begun" -> new Begun(new TaskRecord.Origin(task, in.text("context"), in.text("caller"),
                    in.optionalText("tenant"), Instant.parse(in.text("at")),
                    EventVerbosity.of(in.text("verbosity"))), message(in.value("message")));
            case "message" -> new Messaged(task, message(in.value("message")));
            case "push" -> new Targeted(task, new TaskRecord.Target(
                    A2aVersion.of(in.text("version")).orElse(A2aVersion.V1_0),
                    CODEC.pushConfig(in.value("config")).target()));
            case "unpush" -> new Untargeted(task, in.text("id"));
            case "rejected" -> new Rejected(task, in.text("reason"));
            case "canceled" -> new Canceled(task, Instant.parse(in.text("at")));
            default -> throw in.invalid("kind", "a kind of change");
        };
    }

    private static JsonValue written(A2aMessage message) {
        return CODEC.parameters(new A2aRequest.SendMessage(message, A2aSendOptions.DEFAULTS, A2aMetadata.NONE, false));
    }

    private static A2aMessage message(JsonValue written) {
        return ((A2aRequest.SendMessage) CODEC.request(RpcRequest.of(0, "SendMessage", written))).message();
    }
}
