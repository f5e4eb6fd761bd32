package dev.waggle.server.http;

import java.io.IOException;

/** Code of an operation. Runs on a virtual thread of its own and may block. */
@FunctionalInterface
public interface OperationHandler {

    /**
     * Answers a request.
     *
     * @throws ProblemException to refuse it
     * @throws IllegalArgumentException to refuse a value of it, as status 400
     * @throws IOException when the connection fails
     */
    ApiAnswer answer(ApiCall call) throws IOException, InterruptedException;
}
