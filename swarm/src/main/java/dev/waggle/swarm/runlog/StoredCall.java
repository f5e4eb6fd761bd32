package dev.waggle.swarm.runlog;

import dev.waggle.signal.Payload;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;

/**
 * An answered call of a model or a tool, the body of {@code call:answered}.
 *
 * @param by the work that made the call
 * @param request what was asked
 * @param answer what came
 */
record StoredCall(Emission by, String request, JsonValue answer) {

    /** True if the harness did not know the session, so that nothing was sent and paid. */
    boolean isUnpaid() {
        return answer instanceof JsonValue.Obj(var fields)
                && fields.get("failure") instanceof JsonValue.Obj(var failure)
                && JsonValue.of(HarnessFailure.Kind.UNKNOWN_SESSION.wireName()).equals(failure.get("kind"));
    }

    Payload.Open body() {
        return Payload.Open.data(new JsonObjectBuilder().with("by", by.by())
                .with("number", by.invocation())
                .with("request", request)
                .with("answer", answer).json());
    }

    /** Reads the output of {@link #body}. */
    static StoredCall read(JsonObjectReader fields) {
        String author = fields.text("by");
        int number = fields.int32("number");
        String request = fields.text("request");
        JsonValue answer = fields.value("answer");
        fields.rejectUnknownFields();
        return fields.build(() -> new StoredCall(new Emission(author, number), request, answer));
    }
}
