package dev.waggle.connect.a2a.protocol;

/** Request that an agent refuses, with the error of the protocol. */
public final class A2aException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final A2aErrorCode code;

    public A2aException(A2aErrorCode code, String message) {
        super(message);
        this.code = code;
    }

    public A2aErrorCode code() {
        return code;
    }
}
