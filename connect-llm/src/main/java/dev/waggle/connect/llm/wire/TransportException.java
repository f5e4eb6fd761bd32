package dev.waggle.connect.llm.wire;

/** Carries a transport error. Its message omits the received text, which may contain a key. */
public final class TransportException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient TransportError error;

    public TransportException(TransportError fault) {
        super(fault.getClass().getSimpleName());
        this.error = fault;
    }

    public TransportError error() {
        return error;
    }
}
