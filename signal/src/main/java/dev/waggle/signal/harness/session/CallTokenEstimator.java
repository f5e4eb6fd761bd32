package dev.waggle.signal.harness.session;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.signal.harness.HarnessCodec;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.TokenEstimator;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Estimator of the tokens of requests to one harness, sessions included. Every request that resumes a session sends
 * the content of the session again. Thread-safe.
 */
public final class CallTokenEstimator {

    /** Maximum number of sessions, equal to a harness's; a forgotten one counts as empty. */
    private static final int MAX_SESSIONS = 1_024;

    private final Map<String, Double> sessions = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Double> eldest) {
            return size() > MAX_SESSIONS;
        }
    };

    public CallTokenEstimator() {}

    /** Returns the tokens of a request: its own, those of its reply schema, and those of the resumed session. */
    public double of(HarnessInput input, JsonValue.@Nullable Obj replySchema) {
        double schema = replySchema == null ? 0 : TokenEstimator.of(JsonLine.of(replySchema));
        return TokenEstimator.of(input) + schema + sessionTokens(input.sessionId());
    }

    /**
     * Records an answer: its session holds the request and the answer.
     *
     * @param request the tokens of the request, as estimated here
     */
    public void record(double request, HarnessOutput output) {
        String session = output.sessionId();
        if (session != null) {
            TokenUsage usage = output.usage();
            double tokens = usage == null
                    ? request + TokenEstimator.of(JsonLine.of(HarnessCodec.encode(output)))
                    : usage.totalTokens();
            synchronized (sessions) {
                sessions.put(session, tokens);
            }
        }
    }

    private double sessionTokens(@Nullable String session) {
        if (session == null) {
            return 0;
        }
        synchronized (sessions) {
            return sessions.getOrDefault(session, 0.0);
        }
    }
}
