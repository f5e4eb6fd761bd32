package dev.waggle.connect.langchain4j;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.model.chat.response.PartialToolCall;
import org.jspecify.annotations.Nullable;

/** Tool calls of an answer as far as they came in pieces. Thread-safe. */
final class PartialToolCalls {

    private final Map<Integer, HeardCall> calls = new TreeMap<>();

    /** A call so far. */
    private static final class HeardCall {

        private String label = "";
        private @Nullable String id;
        private @Nullable String name;
        private final StringBuilder arguments = new StringBuilder();
    }

    /**
     * Adds a piece.
     *
     * @param admission returns the admitted beginning of a text
     */
    synchronized void add(PartialToolCall piece, UnaryOperator<String> admission) {
        HeardCall call = calls.getOrDefault(piece.index(), new HeardCall());
        String label = Objects.toString(piece.id(), "") + Objects.toString(piece.name(), "");
        if (!label.equals(call.label)) {
            if (admission.apply(label).length() < label.length()) {
                return;
            }
            call.label = label;
        }
        call.id = piece.id() == null ? call.id : piece.id();
        call.name = piece.name() == null ? call.name : piece.name();
        call.arguments.append(admission.apply(Objects.toString(piece.partialArguments(), "")));
        calls.put(piece.index(), call);
    }

    synchronized boolean isEmpty() {
        return calls.isEmpty();
    }

    /** The calls so far; the arguments of the last one may be a part of JSON. */
    synchronized List<ToolExecutionRequest> heard() {
        return calls.values().stream().map(call -> ToolExecutionRequest.builder().id(call.id).name(call.name)
                .arguments(call.arguments.toString()).build()).toList();
    }
}
