package dev.waggle.server.access;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Access control of the listener. Called by many threads at once. */
public interface AccessGate {

    /**
     * Admits a request.
     *
     * @param scope the right that it needs; {@code null} for none, but its host and origin are checked nevertheless
     * @return the sender; ended when the answer is complete
     * @throws AccessRefusedException when it is not admitted
     */
    Admission admit(RequestHead head, @Nullable AccessScope scope);

    /**
     * An admitted request.
     *
     * @param caller the sender
     * @param headers headers that the answer gets, such as those of CORS
     * @param audit observer of the answer
     * @param end frees what the request occupies
     */
    record Admission(CallerIdentity caller, Map<String, String> headers, AnswerAudit audit, Runnable end) {

        public Admission {
            headers = Map.copyOf(headers);
        }

        /** An admission that occupies nothing. */
        public static Admission of(CallerIdentity caller) {
            return new Admission(caller, Map.of(), AnswerAudit.NONE, () -> {
            });
        }
    }

    /** Refusal of a request. */
    final class AccessRefusedException extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final int status;
        private final transient Map<String, String> headers;

        /**
         * A refusal.
         *
         * @param message the reason, and the remedy on a line of its own
         */
        public AccessRefusedException(int status, String message, Map<String, String> headers) {
            super(message, null, false, false);
            this.status = status;
            this.headers = Map.copyOf(headers);
        }

        public int status() {
            return status;
        }

        public Map<String, String> headers() {
            return headers;
        }
    }
}
