package dev.waggle.connect.a2a.codec;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

import dev.waggle.connect.a2a.protocol.A2aEvent;
import dev.waggle.connect.a2a.protocol.A2aTask;
import dev.waggle.connect.a2a.protocol.A2aTaskPage;
import dev.waggle.connect.a2a.protocol.A2aTaskState;
import dev.waggle.connect.a2a.protocol.A2aTaskStatus;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

import static java.util.Locale.ROOT;

/** Codec of tasks and of the events about them. */
final class TaskCodec {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", ROOT)
            .withZone(ZoneOffset.UTC);

    private final boolean isLegacy;
    private final MessageCodec messages;

    TaskCodec(A2aVersion version) {
        this.isLegacy = version == A2aVersion.V0_3;
        this.messages = new MessageCodec(version);
    }

    A2aTask task(JsonObjectReader in) {
        return in.build(() -> new A2aTask(in.visibleText("id"), in.text("contextId"), status(in.object("status")),
                in.optionalObjects("artifacts").stream().map(messages::artifact).toList(),
                in.optionalObjects("history").stream().map(messages::message).toList(), WireTree.metadata(in)));
    }

    JsonValue.Obj task(A2aTask task) {
        JsonObjectBuilder to = new JsonObjectBuilder();
        if (isLegacy) {
            to.with("kind", "task");
        }
        to.with("id", task.id()).with("contextId", task.contextId()).with("status", status(task.status()));
        if (!task.artifacts().isEmpty()) {
            to.with("artifacts", task.artifacts().stream().map(messages::artifact).toList());
        }
        if (!task.history().isEmpty()) {
            to.with("history", task.history().stream().map(messages::message).toList());
        }
        WireTree.add(to, "metadata", task.metadata());
        return to.json();
    }

    A2aTaskPage page(JsonObjectReader in) {
        List<A2aTask> tasks = in.optionalObjects("tasks").stream().map(this::task).toList();
        Integer pageSize = in.optionalInt("pageSize");
        Integer totalSize = in.optionalInt("totalSize");
        return new A2aTaskPage(tasks, WireTree.optionalText(in, "nextPageToken"),
                pageSize == null ? tasks.size() : pageSize, totalSize == null ? tasks.size() : totalSize);
    }

    JsonValue.Obj page(A2aTaskPage page) {
        String next = page.nextPageToken();
        return new JsonObjectBuilder().with("tasks", page.tasks().stream().map(this::task).toList())
                .with("nextPageToken", next == null ? "" : next).with("pageSize", page.pageSize())
                .with("totalSize", page.totalSize()).json();
    }

    A2aEvent event(JsonObjectReader in) {
        return isLegacy ? legacyEvent(in) : currentEvent(in);
    }

    JsonValue.Obj event(A2aEvent event) {
        return switch (event) {
            case A2aEvent.Snapshot snapshot -> wrapped("task", task(snapshot.task()));
            case A2aEvent.Reply reply -> wrapped("message", messages.message(reply.message()));
            case A2aEvent.StatusUpdate update -> wrapped("statusUpdate", statusUpdate(update));
            case A2aEvent.ArtifactUpdate update -> wrapped("artifactUpdate", artifactUpdate(update));
        };
    }

    private A2aEvent legacyEvent(JsonObjectReader in) {
        return switch (in.text("kind")) {
            case "task" -> new A2aEvent.Snapshot(task(in));
            case "message" -> new A2aEvent.Reply(messages.message(in));
            case "status-update" -> statusUpdate(in);
            case "artifact-update" -> artifactUpdate(in);
            default -> throw in.invalid("kind", "one of task, message, status-update, artifact-update");
        };
    }

    private A2aEvent currentEvent(JsonObjectReader in) {
        if (in.has("task")) {
            return new A2aEvent.Snapshot(task(in.object("task")));
        }
        if (in.has("message")) {
            return new A2aEvent.Reply(messages.message(in.object("message")));
        }
        if (in.has("statusUpdate")) {
            return statusUpdate(in.object("statusUpdate"));
        }
        if (in.has("artifactUpdate")) {
            return artifactUpdate(in.object("artifactUpdate"));
        }
        throw new IllegalArgumentException(in.place("") + "an event must have one of task, message, statusUpdate, "
                + "artifactUpdate, got " + in.names());
    }

    private A2aEvent statusUpdate(JsonObjectReader in) {
        return in.build(() -> {
            A2aTaskStatus status = status(in.object("status"));
            boolean isFinal = isLegacy ? WireTree.flag(in, "final") : isLast(status.state());
            return new A2aEvent.StatusUpdate(in.visibleText("taskId"), in.text("contextId"), status, isFinal,
                    WireTree.metadata(in));
        });
    }

    private static boolean isLast(A2aTaskState state) {
        return state.isTerminal() || state.isInterrupted();
    }

    private JsonValue.Obj statusUpdate(A2aEvent.StatusUpdate update) {
        JsonObjectBuilder to = ofKind("status-update").with("taskId", update.taskId())
                .with("contextId", update.contextId()).with("status", status(update.status()));
        if (isLegacy) {
            to.with("final", update.isFinal());
        }
        WireTree.add(to, "metadata", update.metadata());
        return to.json();
    }

    private A2aEvent artifactUpdate(JsonObjectReader in) {
        return in.build(() -> new A2aEvent.ArtifactUpdate(in.visibleText("taskId"), in.text("contextId"),
                messages.artifact(in.object("artifact")), WireTree.flag(in, "append"), WireTree.flag(in, "lastChunk"),
                WireTree.metadata(in)));
    }

    private JsonValue.Obj artifactUpdate(A2aEvent.ArtifactUpdate update) {
        JsonObjectBuilder to = ofKind("artifact-update").with("taskId", update.taskId())
                .with("contextId", update.contextId()).with("artifact", messages.artifact(update.artifact()))
                .with("append", update.isAppend()).with("lastChunk", update.isLastChunk());
        WireTree.add(to, "metadata", update.metadata());
        return to.json();
    }

    private JsonObjectBuilder ofKind(String kind) {
        return isLegacy ? new JsonObjectBuilder().with("kind", kind) : new JsonObjectBuilder();
    }

    private JsonValue.Obj wrapped(String name, JsonValue.Obj value) {
        return isLegacy ? value : new JsonObjectBuilder().with(name, value).json();
    }

    private A2aTaskStatus status(JsonObjectReader in) {
        JsonObjectReader message = in.optionalObject("message");
        return new A2aTaskStatus(in.oneOf("state", A2aTaskState.values(), this::word),
                message == null ? null : messages.message(message), time(in, "timestamp"));
    }

    private JsonValue.Obj status(A2aTaskStatus status) {
        JsonObjectBuilder to = new JsonObjectBuilder().with("state", word(status.state()));
        if (status.message() != null) {
            to.with("message", messages.message(status.message()));
        }
        return to.withPresent("timestamp", text(status.time())).json();
    }

    String word(A2aTaskState state) {
        if (isLegacy) {
            return state.name().toLowerCase(ROOT).replace('_', '-');
        }
        return "TASK_STATE_" + (state == A2aTaskState.UNKNOWN ? "UNSPECIFIED" : state.name());
    }

    static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : TIME.format(time);
    }

    static @Nullable Instant time(JsonObjectReader in, String name) {
        String text = WireTree.optionalText(in, name);
        if (text == null) {
            return null;
        }
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException bad) {
            throw in.invalid(name, "a time such as 2026-01-31T12:00:00.000Z");
        }
    }
}
