package dev.waggle.connect.qdrant.server;

/** Refusal of a request with a status and the text of the error. */
final class ApiRefusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;

    ApiRefusal(int status, String error) {
        super(error);
        this.status = status;
    }

    int status() {
        return status;
    }

    /** A body that does not fit the schema. */
    static ApiRefusal format(String error) {
        return new ApiRefusal(400, "Format error in JSON body: " + error);
    }

    /** A body that fits the schema, with a value that is not allowed. */
    static ApiRefusal wrong(String error) {
        return new ApiRefusal(400, "Wrong input: " + error);
    }
}
