package dev.waggle.server.api.a2a;

import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.util.List;

import dev.waggle.connect.a2a.codec.RpcResponse;
import dev.waggle.connect.a2a.protocol.A2aErrorCode;
import dev.waggle.connect.a2a.protocol.A2aException;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.server.access.AccessGate.AccessRefusedException;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.Problem;
import dev.waggle.server.http.ProblemException;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.runlog.DamagedLogException;
import dev.waggle.swarm.runlog.ReplayDivergedException;
import org.jspecify.annotations.Nullable;

/**
 * Refusal or failure of a call as an error of JSON-RPC. Failures of the server are the internal error.
 *
 * @param status status of HTTP: 200, or that of a limit of the token, by which a client knows when to try again
 * @param headers headers of that limit
 */
record CallRefusal(A2aErrorCode code, String message, int status, List<Problem.Header> headers) {

    private static final int OK = 200;
    private static final System.Logger LOG = System.getLogger(CallRefusal.class.getName());

    CallRefusal {
        headers = List.copyOf(headers);
    }

    /** A refusal with that code. */
    static CallRefusal of(A2aErrorCode code, @Nullable String message) {
        return new CallRefusal(code, AnswerExcerpt.of(String.valueOf(message), AnswerExcerpt.MAX_REFUSAL), OK,
                List.of());
    }

    /** The refusal by an exception; one that nobody expects is in the log of the program. */
    static CallRefusal of(RuntimeException failed) {
        return switch (failed) {
            case A2aException refused -> of(refused.code(), refused.getMessage());
            case AccessRefusedException limited -> new CallRefusal(A2aErrorCode.INTERNAL_ERROR,
                    String.valueOf(limited.getMessage()), limited.status(), limited.headers().entrySet().stream()
                            .map(header -> new Problem.Header(header.getKey(), header.getValue())).toList());
            case ProblemException refused -> internal(refused.problem().words());
            case IllegalArgumentException refused -> internal(refused.getMessage());
            case DamagedLogException unreadable -> internal(unreadable.getMessage());
            case ReplayDivergedException unreadable -> internal(unreadable.getMessage());
            case UncheckedIOException full -> {
                LOG.log(Level.WARNING, "a call of the Agent2Agent protocol failed: " + full.getMessage());
                yield internal("the server could not read or write its folder\nMaybe send the same message again.");
            }
            default -> {
                LOG.log(Level.ERROR, "a call of the Agent2Agent protocol failed", failed);
                yield internal("the server failed\nMaybe its owner sees why in its log.");
            }
        };
    }

    private static CallRefusal internal(@Nullable String message) {
        return of(A2aErrorCode.INTERNAL_ERROR, message);
    }

    /** The body of the answer to the request with that id. */
    JsonValue.Obj json(A2aVersion version, JsonValue id) {
        return RpcResponse.failure(version, id, code, message);
    }

    /** The answer to the request with that id. */
    ApiAnswer answer(A2aVersion version, JsonValue id) {
        return new ApiAnswer.Json(status, json(version, id), null, headers);
    }
}
