package dev.waggle.server.api.a2a;

import java.util.List;
import java.util.stream.Collectors;

import dev.waggle.connect.a2a.protocol.A2aErrorCode;
import dev.waggle.connect.a2a.protocol.A2aException;
import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.connect.a2a.protocol.A2aPart;
import dev.waggle.connect.a2a.protocol.A2aRequest;
import dev.waggle.server.http.RecordJson;
import dev.waggle.server.run.SolveOrder;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.QuotedValue;

/** Reader of orders in messages: text parts are the question, and a data part has the other fields. */
final class OrderReader {

    private static final List<String> OUTPUTS = List.of("text/plain", "text/*", "application/json", "application/*",
            "*/*", "text", "data");
    private static final String QUESTION = "question";

    private OrderReader() {}

    /** The order of a message; each refusal is an {@link A2aException}. */
    static SolveOrder order(A2aMessage message) {
        requireKnownParts(message);
        List<JsonValue> data = data(message);
        if (data.size() > 1) {
            throw invalid("a message must have at most one data part, got " + data.size());
        }
        JsonObjectBuilder fields = new JsonObjectBuilder();
        String text = message.text();
        if (!data.isEmpty()) {
            if (!(data.getFirst() instanceof JsonValue.Obj order)) {
                throw invalid("the data part must be an object with fields of an order");
            }
            if (order.fields().containsKey(QUESTION) && !text.isBlank()) {
                throw invalid("the question stands in a text part and in the data part\nMaybe omit one of them.");
            }
            fields.withAll(order);
        }
        if (!text.isBlank()) {
            fields.with(QUESTION, text);
        }
        try {
            return RecordJson.read(SolveOrder.class, fields.json());
        } catch (IllegalArgumentException refused) {
            throw invalid(String.valueOf(refused.getMessage()));
        }
    }

    /** The values of the data parts. */
    static List<JsonValue> data(A2aMessage message) {
        return message.parts().stream().map(A2aPart::content).filter(A2aPart.Data.class::isInstance)
                .map(part -> ((A2aPart.Data) part).value()).toList();
    }

    /** Refuses parts that are neither text nor data, by their kinds. */
    static void requireKnownParts(A2aMessage message) {
        String others = message.parts().stream().map(A2aPart::content)
                .filter(part -> !(part instanceof A2aPart.Text) && !(part instanceof A2aPart.Data))
                .map(A2aPart.Content::kind).distinct().map(QuotedValue::of).collect(Collectors.joining(", "));
        if (!others.isEmpty()) {
            throw new A2aException(A2aErrorCode.CONTENT_TYPE_NOT_SUPPORTED,
                    "parts must be text or data, got the kind " + others + "\nMaybe send its content as text.");
        }
    }

    /** Refuses a client that understands neither text nor JSON. */
    static void requireKnownOutputs(List<String> accepted) {
        if (!accepted.isEmpty() && accepted.stream().noneMatch(OUTPUTS::contains)) {
            throw new A2aException(A2aErrorCode.CONTENT_TYPE_NOT_SUPPORTED,
                    "results are text/plain and application/json, but the client accepts "
                            + accepted.stream().limit(10).map(QuotedValue::of).collect(Collectors.joining(", ")));
        }
    }

    /** The verbosity that the metadata of a request or of its message ask for. */
    static EventVerbosity verbosity(A2aRequest.SendMessage request, EventVerbosity other) {
        JsonValue asked = request.metadata().fields().getOrDefault(EventVerbosity.KEY,
                request.message().metadata().fields().get(EventVerbosity.KEY));
        if (asked == null) {
            return other;
        }
        if (!(asked instanceof JsonValue.Str(String word))) {
            throw invalid(EventVerbosity.KEY + " must be minimal, standard or verbose");
        }
        try {
            return EventVerbosity.of(word);
        } catch (IllegalArgumentException refused) {
            throw invalid(String.valueOf(refused.getMessage()));
        }
    }

    static A2aException invalid(String message) {
        return new A2aException(A2aErrorCode.INVALID_PARAMS, message);
    }
}
