package dev.waggle.connect.a2a.client;

/** Error that a remote agent answers a request with; its message is unchanged. */
final class RemoteErrorException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int code;

    RemoteErrorException(int code, String message) {
        super(message);
        this.code = code;
    }

    int code() {
        return code;
    }
}
