package dev.waggle.connect.mcp.admission;

import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;

/** Access control of requests. Called by many threads at once. */
@FunctionalInterface
public interface RequestAdmission {

    /**
     * A reason to turn a request away.
     *
     * @param status of HTTP
     * @param reason the error and the remedy
     */
    record Refusal(int status, String reason) {}

    /** Reason of the refusal; empty when the request is admitted. */
    Optional<Refusal> refusal(HttpServletRequest request);
}
