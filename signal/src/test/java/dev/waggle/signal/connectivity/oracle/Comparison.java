package dev.waggle.signal.connectivity.oracle;

import java.util.Comparator;
import java.util.Optional;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Compares the outcome of a step with the expected outcome. */
final class Comparison {

    /** Comparison of numbers by value: 1 is 1.0. */
    private static final Comparator<JsonNode> NUMBERS_BY_VALUE = (one, other) -> one.isNumber() && other.isNumber()
            ? Double.compare(one.doubleValue(), other.doubleValue())
            : one.equals(other) ? 0 : 1;

    private Comparison() {}

    /** Departure of the outcome from the expectation of the trace; empty when there is none. */
    static Optional<String> departure(JsonNode step, ObjectNode outcome) {
        ObjectNode expected = (ObjectNode) step.get("expect").deepCopy();
        ObjectNode actual = outcome.deepCopy();
        boolean sameReason = true;
        if (expected.has("error") && actual.has("error")) {
            String reason = ((ObjectNode) expected.get("error")).remove("reason").asString();
            String message = ((ObjectNode) actual.get("error")).remove("message").asString();
            sameReason = message.contains(subjectOf(reason));
        }
        return sameReason && expected.equals(NUMBERS_BY_VALUE, actual)
                ? Optional.empty()
                : Optional.of("step %s%n expected %s%n got      %s".formatted(step, step.get("expect"), outcome));
    }

    /** Word that a message must contain, so that the first failure is the same: reasons are words of the trace. */
    private static String subjectOf(String reason) {
        if (reason.contains(":")) {
            return reason.substring(reason.indexOf(':') + 1);
        }
        return switch (reason) {
            case "class-mismatch" -> "signalClass";
            case "confidence-missing", "confidence-bounds", "confidence-class-range" -> "confidence";
            case "replaces-terminal", "replaces-other-thread" -> "replaces";
            default -> "";
        };
    }
}
