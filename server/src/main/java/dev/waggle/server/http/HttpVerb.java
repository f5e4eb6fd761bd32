package dev.waggle.server.http;

/** Methods of HTTP that operations have. {@code HEAD} and {@code OPTIONS} need no operation. */
public enum HttpVerb {
    GET, POST, PUT, DELETE
}
