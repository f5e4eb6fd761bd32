package dev.waggle.connect.llm.endpoint;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

import dev.waggle.signal.text.PlainLocale;
import org.jspecify.annotations.Nullable;

/**
 * Options of an endpoint that teams need beside its address and its key.
 *
 * @param headers own headers by name; they take the place of ours with the same name
 * @param query own query parameters by name
 * @param keyHeader the header that carries the key as it is, instead of the header of the format
 * @param caFile the certificate authorities that are trusted beside those of the JDK
 * @param silence the longest silence; without it, by the model
 * @param azure deployment and version, for Azure only
 */
public record EndpointOptions(Map<String, EndpointValue> headers, Map<String, EndpointValue> query,
        @Nullable String keyHeader, @Nullable CaFile caFile, @Nullable SilenceLimits silence, AzureOptions azure) {

    /** No options. */
    public static final EndpointOptions NONE = new EndpointOptions(Map.of(), Map.of(), null, null, null,
            AzureOptions.NONE);

    /** Largest number of own headers, and of own query parameters. */
    public static final int MAX_VALUES = 64;

    /**
     * @throws IllegalArgumentException when a name is no header, belongs to the connection or is given twice
     */
    public EndpointOptions {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        query = Collections.unmodifiableMap(new LinkedHashMap<>(query));
        requireFew("headers", headers);
        requireFew("query", query);
        TreeSet<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (String name : headers.keySet()) {
            HeaderName.require("headers", name);
            if (!names.add(name)) {
                throw new IllegalArgumentException("headers: " + name + " stands there twice, case aside"
                        + "\nMaybe leave one out.");
            }
        }
        for (String name : query.keySet()) {
            if (name.isBlank() || name.length() > EndpointValue.MAX_LENGTH) {
                throw new IllegalArgumentException("query: a name must not be blank and has at most "
                        + EndpointValue.MAX_LENGTH + " characters");
            }
        }
        if (keyHeader != null) {
            HeaderName.require("keyHeader", keyHeader);
            if (names.contains(keyHeader)) {
                throw new IllegalArgumentException("headers: " + keyHeader + " is the keyHeader too"
                        + "\nMaybe leave one out.");
            }
        }
    }

    /** The same options with the variables of that environment. */
    public EndpointOptions within(Map<String, String> environment) {
        return new EndpointOptions(bound(headers, environment), bound(query, environment), keyHeader, caFile, silence,
                azure);
    }

    public EndpointOptions withCaFile(@Nullable CaFile file) {
        return new EndpointOptions(headers, query, keyHeader, file, silence, azure);
    }

    public EndpointOptions withAzure(AzureOptions options) {
        return new EndpointOptions(headers, query, keyHeader, caFile, silence, options);
    }

    /** The first error in the values as they would be sent: the place and the error. */
    public Optional<String> fault() {
        return fault("header", headers).or(() -> fault("query parameter", query));
    }

    /** True if there is an own header of that name, case aside. */
    public boolean hasHeader(String name) {
        return headers.keySet().stream().anyMatch(name::equalsIgnoreCase);
    }

    /** The values of headers and query parameters, and of the variables to which they refer. */
    public List<String> secrets() {
        return Stream.concat(headers.values().stream(), query.values().stream()).flatMap(EndpointValue::secrets)
                .toList();
    }

    private static void requireFew(String place, Map<String, EndpointValue> values) {
        if (values.size() > MAX_VALUES) {
            throw new IllegalArgumentException(
                    String.format(PlainLocale.NONE, "%s: at most %d, got %d", place, MAX_VALUES,
                            values.size()));
        }
    }

    private static Map<String, EndpointValue> bound(Map<String, EndpointValue> values,
            Map<String, String> environment) {
        Map<String, EndpointValue> bound = new LinkedHashMap<>();
        values.forEach((name, value) -> bound.put(name, value.within(environment)));
        return bound;
    }

    private static Optional<String> fault(String place, Map<String, EndpointValue> values) {
        return values.entrySet().stream()
                .flatMap(value -> value.getValue().fault().map(fault -> place + " " + value.getKey() + " " + fault)
                        .stream())
                .findFirst();
    }
}
