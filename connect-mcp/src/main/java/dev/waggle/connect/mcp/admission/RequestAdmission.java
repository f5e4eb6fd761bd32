package dev.waggle.connect.mcp.admission;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/** Access control of requests. Called by many threads at once. */
@FunctionalInterface
public interface RequestAdmission {

    /** Decision on a request. */
    sealed interface Decision {}

    /**
     * A reason to turn a request away.
     *
     * @param status of HTTP
     * @param reason the error and the remedy
     */
    record Refusal(int status, String reason) implements Decision {}

    /**
     * Admission of a request.
     *
     * @param account the name of the sender, whose limits count; {@code null} where all senders share theirs
     * @param onToolCall is called before a tool that the request calls, such as for an audit entry
     */
    record Admitted(@Nullable String account, Runnable onToolCall) implements Decision {

        /** The admission of a sender without a name. */
        public static Admitted nameless() {
            return new Admitted(null, () -> {
            });
        }
    }

    /** Decides on a request. */
    Decision decide(HttpServletRequest request);
}
