package dev.waggle.connect.a2a.codec;

import java.util.List;

import dev.waggle.connect.a2a.protocol.A2aErrorCode;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/** Envelope of an answer of JSON-RPC. */
public sealed interface RpcResponse {

    /** Id of the request, or null in JSON if the request has none that can be read. */
    JsonValue id();

    /** Answer with a result. */
    record Result(JsonValue id, JsonValue value) implements RpcResponse {}

    /** Answer with an error, whose code may be unknown to {@link A2aErrorCode}. */
    record Failure(JsonValue id, int code, String message) implements RpcResponse {}

    /** Envelope of a body; JSON that is none is an {@link IllegalArgumentException}. */
    static RpcResponse of(JsonValue body) {
        JsonObjectReader in = JsonObjectReader.root("a JSON-RPC response", body);
        if (!RpcRequest.VERSION.equals(in.text("jsonrpc"))) {
            throw in.invalid("jsonrpc", RpcRequest.VERSION);
        }
        JsonValue id = in.has("id") ? in.value("id") : JsonValue.ofNull();
        if (in.has("error") && !(in.value("error") instanceof JsonValue.Null)) {
            JsonObjectReader error = in.object("error");
            return new Failure(id, error.int32("code"), error.text("message"));
        }
        return new Result(id, in.value("result"));
    }

    /** Body of an answer with a result. */
    static JsonValue.Obj result(JsonValue id, JsonValue value) {
        return new JsonObjectBuilder().with("jsonrpc", RpcRequest.VERSION).with("id", id).with("result", value)
                .json();
    }

    /** Body of an answer with an error; version 1.0 adds the error's name for programs. */
    static JsonValue.Obj failure(A2aVersion version, JsonValue id, A2aErrorCode code, String message) {
        JsonObjectBuilder error = new JsonObjectBuilder().with("code", code.code()).with("message", message);
        if (version == A2aVersion.V1_0 && code.isOfProtocol()) {
            error.with("data", List.of(new JsonObjectBuilder()
                    .with("@type", "type.googleapis.com/google.rpc.ErrorInfo").with("reason", code.name())
                    .with("domain", "a2a-protocol.org").json()));
        }
        return new JsonObjectBuilder().with("jsonrpc", RpcRequest.VERSION).with("id", id)
                .with("error", error.json()).json();
    }
}
