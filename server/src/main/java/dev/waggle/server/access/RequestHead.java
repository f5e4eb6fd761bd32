package dev.waggle.server.access;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Head of a request as far as access depends on it.
 *
 * @param method its method
 * @param path its path without the query
 * @param operation the operation that it asks for; {@code null} while that is not known, or for none
 * @param isOwnersSocket whether it came over the socket of the folder, which only its owner can open
 * @param remote the address of the client; for messages
 * @param headers the values of its headers, by lower-case name
 */
public record RequestHead(String method, String path, @Nullable String operation, boolean isOwnersSocket,
        String remote, Map<String, List<String>> headers) {

    public RequestHead {
        headers = Map.copyOf(headers);
    }

    /** The values of a header, by its lower-case name. */
    public List<String> all(String name) {
        return headers.getOrDefault(name, List.of());
    }

    /** The value of a header that is there once; {@code null} when it is absent or repeated. */
    public @Nullable String one(String name) {
        List<String> values = all(name);
        return values.size() == 1 ? values.getFirst() : null;
    }

    public RequestHead withOperation(String id) {
        return new RequestHead(method, path, id, isOwnersSocket, remote, headers);
    }

    /** Omits the path and the headers, which hold secrets. */
    @Override
    public String toString() {
        return "RequestHead[" + method + ' ' + operation + " from " + remote + ']';
    }
}
