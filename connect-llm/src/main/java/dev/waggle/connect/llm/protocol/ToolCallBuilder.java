package dev.waggle.connect.llm.protocol;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonValue;

/** Builder of the calls of one reply, whose names and arguments come in pieces. */
final class ToolCallBuilder {

    private final List<PartialCall> calls = new ArrayList<>();

    /** A call so far. */
    private static final class PartialCall {

        private String id = "";
        private String name = "";
        private final StringBuilder arguments = new StringBuilder();
    }

    int size() {
        return calls.size();
    }

    /** The id and the name, each only if the call at a place does not have it yet. */
    String news(int place, String id, String name) {
        if (place >= calls.size()) {
            return id + name;
        }
        PartialCall known = calls.get(place);
        return (known.id.equals(id) ? "" : id) + (known.name.equals(name) ? "" : name);
    }

    /** Length of the arguments of the call at a place; 0 where there is none. */
    int length(int place) {
        return place < calls.size() ? calls.get(place).arguments.length() : 0;
    }

    /** Adds to the call at a place, which may be a new one; an empty text adds nothing. One too far is dropped. */
    void extend(int place, String id, String name, String arguments) {
        if (place >= EventFields.MAX_PLACES) {
            return;
        }
        while (calls.size() <= place) {
            calls.add(new PartialCall());
        }
        PartialCall call = calls.get(place);
        call.id = id.isEmpty() ? call.id : id;
        call.name = name.isEmpty() ? call.name : name;
        call.arguments.append(arguments);
    }

    /** Replaces the arguments of the call at a place by the whole of them. */
    void complete(int place, String arguments) {
        if (place < calls.size()) {
            calls.get(place).arguments.setLength(0);
            calls.get(place).arguments.append(arguments);
        }
    }

    /** True if the call at a place has an id, and that one is another. */
    boolean isOfOther(int place, String id) {
        return place < calls.size() && !id.isEmpty() && !calls.get(place).id.isEmpty()
                && !calls.get(place).id.equals(id);
    }

    /** Place of the call with that id; that of the last call where none has it. */
    int placeOf(String id) {
        for (int i = 0; i < calls.size(); i++) {
            if (calls.get(i).id.equals(id)) {
                return i;
            }
        }
        return Math.max(0, calls.size() - 1);
    }

    /**
     * The calls that name a tool. Each has an id of its own. Some servers give none, and some the same to all.
     *
     * @param callId an id for the call of that number
     * @param missing the input of a call without any arguments
     */
    List<ToolCall> calls(IntFunction<String> callId, JsonValue missing) {
        List<ToolCall> all = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (PartialCall call : calls) {
            if (!call.name.isEmpty()) {
                boolean isOwn = !call.id.isBlank() && taken.add(call.id);
                String id = isOwn ? call.id : callId.apply(all.size());
                String arguments = call.arguments.toString();
                all.add(new ToolCall(id, call.name,
                        arguments.isBlank() ? missing : EventFields.arguments(arguments)));
            }
        }
        return all;
    }
}
