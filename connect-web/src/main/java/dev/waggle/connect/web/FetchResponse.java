package dev.waggle.connect.web;

import org.jspecify.annotations.Nullable;

/** Server's answer to one request. */
final class FetchResponse {

    private final int status;
    private final @Nullable String location;
    private final @Nullable String contentType;
    private final byte[] body;

    FetchResponse(int status, @Nullable String location, @Nullable String contentType, byte[] body) {
        this.status = status;
        this.location = location;
        this.contentType = contentType;
        this.body = body;
    }

    int status() {
        return status;
    }

    /** Returns the redirect target, the header Location. */
    @Nullable String location() {
        return location;
    }

    /** The content type as it was written. */
    @Nullable String contentType() {
        return contentType;
    }

    /** The body, decompressed; empty when the reader rejected it. Not to be changed. */
    byte[] body() {
        return body;
    }
}
