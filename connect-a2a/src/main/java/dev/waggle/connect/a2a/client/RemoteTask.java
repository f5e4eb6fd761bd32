package dev.waggle.connect.a2a.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.connect.a2a.protocol.A2aArtifact;
import dev.waggle.connect.a2a.protocol.A2aErrorCode;
import dev.waggle.connect.a2a.protocol.A2aEvent;
import dev.waggle.connect.a2a.protocol.A2aException;
import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.connect.a2a.protocol.A2aPart;
import dev.waggle.connect.a2a.protocol.A2aRole;
import dev.waggle.connect.a2a.protocol.A2aTask;
import dev.waggle.connect.a2a.protocol.A2aTaskState;
import dev.waggle.connect.a2a.protocol.A2aTaskStatus;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.text.QuotedValue;
import org.jspecify.annotations.Nullable;

/**
 * State of one task at a remote agent, from the events that the agent sends. It only computes.
 *
 * <pre>
 *   first event names the task -> [ words while it works -> thinking | text of artifacts -> text ]* -> last state
 *   or: one message, which is the answer
 * </pre>
 *
 * Text comes once, whether it arrives in pieces or in snapshots of the whole task. Without a text in artifacts the
 * answer is the last message, and without one the data of artifacts as JSON. An event of another task is an
 * {@link A2aException}; events after the last state change nothing. Thread-safe.
 */
final class RemoteTask {

    /** Maximum number of events; an agent that streams words sends some thousands. */
    static final int MAX_EVENTS = 100_000;
    /** Maximum number of artifacts. */
    static final int MAX_ARTIFACTS = 1_000;
    /** Maximum length of the data of all artifacts as JSON, in characters; more is dropped. */
    static final int MAX_DATA = AnswerSink.MAX_CHARACTERS;
    /** Maximum length of an id, in characters. */
    static final int MAX_ID = 1_024;

    private final TextSink sink;
    private final Map<String, StringBuilder> texts = new LinkedHashMap<>();
    private final Map<String, List<String>> data = new LinkedHashMap<>();
    private final Set<String> heardMessages = new LinkedHashSet<>();
    private @Nullable String taskId;
    private @Nullable String contextId;
    private A2aTaskState state = A2aTaskState.UNKNOWN;
    private @Nullable String words;
    private long dataLength;
    private boolean isDataTooLong;
    private boolean hasReply;
    private boolean isStreamEnd;
    private boolean hasText;
    private boolean endsInNewline = true;
    private int events;

    RemoteTask(TextSink sink) {
        this.sink = sink;
    }

    /** Consumer of pieces of an answer. */
    interface TextSink {
        void text(String piece);

        void thinking(String piece);
    }

    /** Reads an event of a stream, or the answer to a message. */
    synchronized void read(A2aEvent event) {
        if (isDone()) {
            return;
        }
        if (++events > MAX_EVENTS) {
            throw invalid("more than " + MAX_EVENTS + " events");
        }
        switch (event) {
            case A2aEvent.Snapshot(A2aTask task) -> read(task);
            case A2aEvent.Reply(A2aMessage message) -> reply(message);
            case A2aEvent.StatusUpdate update -> {
                requireTask(update.taskId(), update.contextId());
                status(update.status());
                isStreamEnd |= update.isFinal();
            }
            case A2aEvent.ArtifactUpdate update -> {
                requireTask(update.taskId(), update.contextId());
                artifact(update.artifact(), update.isAppend());
            }
        }
    }

    /** Reads the whole task. */
    synchronized void read(A2aTask task) {
        if (isDone()) {
            return;
        }
        requireTask(task.id(), task.contextId());
        task.artifacts().forEach(artifact -> artifact(artifact, false));
        status(task.status());
        if (state == A2aTaskState.COMPLETED && words == null) {
            task.history().stream().filter(message -> message.role() == A2aRole.AGENT).map(A2aMessage::text)
                    .filter(text -> !text.isBlank()).reduce((_, last) -> last).ifPresent(last -> words = last);
        }
    }

    /** True after the last state, or after a message without a task. */
    synchronized boolean isDone() {
        return hasReply || state.isTerminal() || state.isInterrupted();
    }

    /** True if the stream has no more events that matter; the task may still run. */
    synchronized boolean isStreamEnd() {
        return isStreamEnd || isDone();
    }

    /** True if the agent works on a task that a cancel would end. */
    synchronized boolean isOpen() {
        return taskId != null && !hasReply && !state.isTerminal();
    }

    synchronized @Nullable String taskId() {
        return taskId;
    }

    synchronized @Nullable String contextId() {
        return contextId;
    }

    synchronized A2aTaskState state() {
        return hasReply ? A2aTaskState.COMPLETED : state;
    }

    /** Words of the agent about the last state; empty if it says nothing. */
    synchronized String words() {
        return words == null ? "" : words;
    }

    /** Number that grows with each event that changed something. */
    synchronized int length() {
        return texts.values().stream().mapToInt(StringBuilder::length).sum() + heardMessages.size()
                + (state == A2aTaskState.WORKING ? 1 : 0);
    }

    /** Emits the answer of a completed task that had no text in its artifacts; returns false if there is nothing at all. */
    synchronized boolean finish() {
        if (!hasText) {
            if (isDataTooLong && (words == null || words.isBlank())) {
                throw invalid("more than " + MAX_DATA + " characters of data");
            }
            emit(words == null || words.isBlank()
                    ? data.values().stream().flatMap(List::stream).collect(Collectors.joining("\n"))
                    : words);
        }
        return hasText;
    }

    private void reply(A2aMessage message) {
        if (taskId != null) {
            throw invalid("a message in place of the task " + QuotedValue.of(taskId));
        }
        remember(message.links().contextId());
        hasReply = true;
        emit(message.text());
        keep("", message.parts(), false);
    }

    private void requireTask(String id, String context) {
        if (taskId == null) {
            if (id.isBlank() || id.length() > MAX_ID) {
                throw invalid("a task id of " + id.length() + " characters");
            }
            taskId = id;
        }
        if (!id.equals(taskId)) {
            throw invalid("an event of the task " + QuotedValue.of(id) + ", and the task is "
                    + QuotedValue.of(taskId));
        }
        remember(context);
    }

    private void remember(@Nullable String context) {
        if (context != null && !context.isBlank()) {
            if (context.length() > MAX_ID) {
                throw invalid("a context id of " + context.length() + " characters");
            }
            contextId = context;
        }
    }

    private void status(A2aTaskStatus status) {
        state = status.state();
        A2aMessage message = status.message();
        if (message == null || message.text().isBlank()) {
            return;
        }
        if (isDone()) {
            words = message.text();
            return;
        }
        requireId("a message", message.messageId());
        if (heardMessages.add(message.messageId())) {
            sink.thinking(message.text() + "\n");
        }
    }

    private void artifact(A2aArtifact artifact, boolean isAppend) {
        requireId("an artifact", artifact.artifactId());
        StringBuilder known = texts.get(artifact.artifactId());
        if (known == null) {
            if (texts.size() >= MAX_ARTIFACTS) {
                throw invalid("more than " + MAX_ARTIFACTS + " artifacts");
            }
            known = new StringBuilder();
            texts.put(artifact.artifactId(), known);
        }
        String text = artifact.parts().stream().map(A2aPart::content).filter(A2aPart.Text.class::isInstance)
                .map(content -> ((A2aPart.Text) content).text()).collect(Collectors.joining());
        boolean isLonger = !isAppend && text.startsWith(known.toString());
        boolean isFirst = known.isEmpty();
        if (isAppend || isLonger) {
            String more = isAppend ? text : text.substring(known.length());
            known.append(more);
            emit(more, isFirst);
        } else if (!known.toString().equals(text)) {
            known.setLength(0);
            known.append(text);
            emit(text, true); // What was said cannot be taken back, so the new version follows it.
        }
        keep(artifact.artifactId(), artifact.parts(), isAppend);
    }

    /** Keeps the data of an artifact for an answer without text, behind its earlier data or in its place. */
    private void keep(String id, List<A2aPart> parts, boolean isAppend) {
        List<String> values = isDataTooLong ? List.of() : data(parts);
        if (values.isEmpty()) {
            return;
        }
        dataLength += length(values);
        List<String> before = data.put(id, values);
        if (before != null && isAppend) {
            before.addAll(values);
            data.put(id, before);
        } else if (before != null) {
            dataLength -= length(before);
        }
        if (dataLength > MAX_DATA) {
            isDataTooLong = true;
            data.clear();
        }
    }

    private static long length(List<String> values) {
        return values.stream().mapToLong(String::length).sum();
    }

    private static List<String> data(List<A2aPart> parts) {
        List<String> values = new ArrayList<>();
        for (A2aPart part : parts) {
            if (part.content() instanceof A2aPart.Data(var value)) {
                values.add(JsonLine.of(value));
            }
        }
        return values;
    }

    private void emit(String text) {
        emit(text, true);
    }

    private void emit(String text, boolean isSeparate) {
        if (text.isEmpty()) {
            return;
        }
        if (isSeparate && !endsInNewline) {
            sink.text("\n");
        }
        sink.text(text);
        hasText = true;
        endsInNewline = text.endsWith("\n");
    }

    private static void requireId(String subject, String id) {
        if (id.length() > MAX_ID) {
            throw invalid(subject + " with an id of " + id.length() + " characters");
        }
    }

    private static A2aException invalid(String sent) {
        return new A2aException(A2aErrorCode.INVALID_AGENT_RESPONSE, "sent " + sent);
    }
}
