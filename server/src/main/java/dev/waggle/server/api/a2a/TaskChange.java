package dev.waggle.server.api.a2a;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.connect.a2a.codec.A2aCodec;
import dev.waggle.connect.a2a.codec.RpcRequest;
import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.connect.a2a.protocol.A2aMetadata;
import dev.waggle.connect.a2a.protocol.A2aPushConfig;
import dev.waggle.connect.a2a.protocol.A2aRequest;
import dev.waggle.connect.a2a.protocol.A2aSendOptions;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.signal.codec.TimeCodec;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.seat.SeatTurn;
import org.jspecify.annotations.Nullable;

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

    /**
     * Further message of the client.
     *
     * @param turn turn of a person that it answers; {@code null} for none
     */
    record Messaged(String task, A2aMessage message, @Nullable SeatTurn turn) implements TaskChange {}

    /** New receiver of updates. */
    record Targeted(String task, TaskRecord.Target target) implements TaskChange {}

    /** Removed receiver of updates. */
    record Untargeted(String task, String id) implements TaskChange {}

    /** Refusal of an accepted order. */
    record Rejected(String task, String reason, Instant at) implements TaskChange {}

    /** Message of the client with its answer to an escalation, in one line, so that no kill parts them. */
    record Answered(String task, A2aMessage message, EscalationAnswer answer) implements TaskChange {}

    /** Change of the state of a task, which follows from its run. */
    record Changed(String task, Instant at) implements TaskChange {}

    /** Cancellation of a task that waited. */
    record Canceled(String task, Instant at) implements TaskChange {}

    /** Changes that make a task as it is, without what was replaced or deleted. */
    static List<TaskChange> allOf(TaskRecord task) {
        EscalationAnswer answer = task.answer();
        Instant lastAt = task.changes().lastAt();
        List<A2aMessage> messages = task.messages();
        List<TaskChange> all = new ArrayList<>();
        all.add(new Begun(task.origin(), messages.getFirst()));
        messages.subList(1, messages.size() - (answer == null ? 0 : 1))
                .forEach(message -> all.add(new Messaged(task.id(), message, task.turnOf(message))));
        task.targets().values().forEach(target -> all.add(new Targeted(task.id(), target)));
        if (task.rejection() != null) {
            all.add(new Rejected(task.id(), task.rejection(), lastAt == null ? task.origin().at() : lastAt));
        }
        if (answer != null) {
            all.add(new Answered(task.id(), messages.getLast(), answer));
        }
        if (task.canceledAt() != null) {
            all.add(new Canceled(task.id(), task.canceledAt()));
        }
        if (lastAt != null && task.isOpen() && task.rejection() == null) {
            all.add(new Changed(task.id(), lastAt));
        }
        return all;
    }

    /** The task with this change; absent if it is unknown. A beginning replaces it, because its id was forgotten. */
    default @Nullable TaskRecord applied(@Nullable TaskRecord known) {
        if (this instanceof Begun(TaskRecord.Origin origin, A2aMessage message)) {
            return TaskRecord.of(origin, message);
        }
        return known == null ? null : switch (this) {
            case Begun _ -> known;
            case Messaged messaged -> known.with(messaged.message(), messaged.turn());
            case Targeted targeted -> known.with(String.valueOf(targeted.target().address().id()), targeted.target());
            case Untargeted untargeted -> known.without(untargeted.id());
            case Rejected rejected -> known.rejected(rejected.reason(), rejected.at());
            case Answered answered -> known.with(answered.message()).answered(answered.answer());
            case Changed changed -> known.changed(changed.at());
            case Canceled canceled -> known.canceled(canceled.at());
        };
    }

    /** The object of the line. */
    default JsonValue.Obj json() {
        JsonObjectBuilder to = new JsonObjectBuilder().with("task", task());
        return switch (this) {
            case Begun(TaskRecord.Origin origin, A2aMessage message) -> to.with("kind", "begun")
                    .with("context", origin.contextId()).with("caller", origin.caller())
                    .withPresent("tenant", origin.tenant()).with("at", origin.at().toString())
                    .with("verbosity", origin.verbosity().word()).with("message", written(message)).json();
            case Messaged(String _, A2aMessage message, SeatTurn turn) -> to.with("kind", "message")
                    .with("message", written(message)).withPresent("turn", turn == null ? null : written(turn)).json();
            case Targeted(String task, TaskRecord.Target target) -> to.with("kind", "push")
                    .with("version", target.version().number())
                    .with("config", CODEC.pushConfig(new A2aPushConfig(task, target.address()))).json();
            case Untargeted untargeted -> to.with("kind", "unpush").with("id", untargeted.id()).json();
            case Rejected rejected -> to.with("kind", "rejected").with("reason", rejected.reason())
                    .with("at", rejected.at().toString()).json();
            case Changed changed -> to.with("kind", "changed").with("at", changed.at().toString()).json();
            case Answered answered -> to.with("kind", "answered").with("message", written(answered.message()))
                    .with("answer", answered.answer().fields().json()).json();
            case Canceled canceled -> to.with("kind", "canceled").with("at", canceled.at().toString()).json();
        };
    }

    /** The change of a line. */
    static TaskChange of(JsonValue line) {
        JsonObjectReader in = JsonObjectReader.root("a change of a task", line);
        String task = in.visibleText("task");
        return switch (in.text("kind")) {
            case "begun" -> new Begun(new TaskRecord.Origin(task, in.text("context"), in.text("caller"),
                    in.optionalText("tenant"), TimeCodec.instant(in, "at"),
                    EventVerbosity.of(in.text("verbosity"))), message(in.value("message")));
            case "message" -> new Messaged(task, message(in.value("message")),
                    turn(task, in.optionalObject("turn")));
            case "push" -> new Targeted(task, new TaskRecord.Target(
                    A2aVersion.of(in.text("version")).orElse(A2aVersion.V1_0),
                    CODEC.pushConfig(in.value("config")).target()));
            case "unpush" -> new Untargeted(task, in.text("id"));
            case "rejected" -> new Rejected(task, in.text("reason"), TimeCodec.instant(in, "at"));
            case "changed" -> new Changed(task, TimeCodec.instant(in, "at"));
            case "answered" -> new Answered(task, message(in.value("message")),
                    EscalationAnswer.of(in.object("answer")));
            case "canceled" -> new Canceled(task, TimeCodec.instant(in, "at"));
            default -> throw in.invalid("kind", "a kind of change");
        };
    }

    private static JsonValue written(A2aMessage message) {
        return CODEC.parameters(new A2aRequest.SendMessage(message, A2aSendOptions.DEFAULTS, A2aMetadata.NONE, false));
    }

    private static JsonValue.Obj written(SeatTurn turn) {
        return new JsonObjectBuilder().with("seat", turn.seat()).with("round", turn.round())
                .with("number", turn.turn()).json();
    }

    private static @Nullable SeatTurn turn(String run, @Nullable JsonObjectReader in) {
        return in == null ? null : new SeatTurn(run, in.text("seat"), in.int32("round"), in.int32("number"));
    }

    private static A2aMessage message(JsonValue written) {
        return ((A2aRequest.SendMessage) CODEC.request(RpcRequest.of(0, "SendMessage", written))).message();
    }
}
