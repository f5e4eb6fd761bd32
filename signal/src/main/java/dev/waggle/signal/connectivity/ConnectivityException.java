package dev.waggle.signal.connectivity;

/** Thrown when the layer refuses an operation; nothing changed. */
public class ConnectivityException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public ConnectivityException(String message) {
        super(message);
    }

    /** Thrown when there is no room; nothing changed, and a later retry may succeed. */
    public static final class CapacityException extends ConnectivityException {

        private static final long serialVersionUID = 1;

        public CapacityException(String message) {
            super(message);
        }
    }

    /** Thrown when nested callbacks exceed a limit; the innermost operation was refused and nothing changed. */
    public static final class ReentrancyException extends ConnectivityException {

        private static final long serialVersionUID = 1;

        public ReentrancyException(String message) {
            super(message);
        }
    }

    /** Thrown when no signal has that id. */
    public static final class SignalNotFoundException extends ConnectivityException {

        private static final long serialVersionUID = 1;

        public SignalNotFoundException(String message) {
            super(message);
        }
    }

    /** Thrown when a value of an emit or a query is not acceptable. */
    public static final class SignalValidationException extends ConnectivityException {

        private static final long serialVersionUID = 1;

        public SignalValidationException(String message) {
            super(message);
        }
    }
}
