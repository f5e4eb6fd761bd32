package dev.waggle.journal.tape;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;

/**
 * Rebuilder of a conversation that began on a tape and continues with a live model, which does not know its session.
 * Everything since its beginning becomes messages: the requests, the answers, and the tool calls with their results in
 * plain text. Each tool call and result is one line of JSON in brackets, so that no text of a tool can pass for
 * something else.
 */
final class ConversationRebuilder {

    /** Maximum number of earlier answers of one conversation; a circular session ends there, too. */
    private static final int MAX_STATES = 1_000;

    private ConversationRebuilder() {}

    /** The request without its session if that is on the tape; any other is unchanged. */
    static HarnessInput withoutSession(CallTape tape, Emission by, HarnessInput input) {
        Deque<RecordedAttempt> before = earlierAttempts(tape, by, input);
        if (before.isEmpty()) {
            return input;
        }
        List<Message> messages = new ArrayList<>();
        String system = input.system();
        for (RecordedAttempt attempt : before) {
            HarnessInput earlier = attempt.request().input();
            system = system == null ? earlier.system() : system;
            add(earlier, messages);
            if (attempt.end() instanceof RecordedAttempt.End.Answered(HarnessOutput output)) {
                messages.add(Message.assistant(text(output)));
            }
        }
        add(input, messages);
        return new HarnessInput(system, messages, input.tools(), List.of(), null, input.maxTokens(),
                input.temperature());
    }

    private static Deque<RecordedAttempt> earlierAttempts(CallTape tape, Emission by, HarnessInput input) {
        Deque<RecordedAttempt> before = new ArrayDeque<>();
        Set<String> ids = new HashSet<>();
        String session = input.sessionId();
        while (session != null && ids.add(session) && before.size() < MAX_STATES) {
            Optional<RecordedAttempt> leaving = tape.attemptLeavingSession(by, session);
            leaving.ifPresent(before::addFirst);
            session = leaving.map(attempt -> attempt.request().input().sessionId()).orElse(null);
        }
        return before;
    }

    private static void add(HarnessInput input, List<Message> messages) {
        if (!input.toolResults().isEmpty()) {
            messages.add(Message.user(text(input.toolResults())));
        }
        messages.addAll(input.messages());
    }

    private static String text(HarnessOutput output) {
        List<String> lines = new ArrayList<>();
        if (!output.content().isEmpty() || output.toolCalls().isEmpty()) {
            lines.add(output.content());
        }
        for (ToolCall call : output.toolCalls()) {
            JsonValue input = call.input();
            lines.add("[I call the tool " + JsonLine.quoted(call.name()) + " with "
                    + JsonLine.of(input == null ? JsonValue.ofNull() : input) + ']');
        }
        return String.join("\n", lines);
    }

    private static String text(List<ToolResult> results) {
        List<String> lines = new ArrayList<>();
        for (ToolResult result : results) {
            String error = result.error();
            JsonValue value = result.result();
            lines.add("[the tool " + JsonLine.quoted(result.toolName()) + (error != null
                    ? " failed: " + JsonLine.quoted(error)
                    : " answered: " + JsonLine.of(value == null ? JsonValue.ofNull() : value)) + ']');
        }
        return String.join("\n", lines);
    }
}
