package dev.waggle.journal.cloudevent;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.journal.form.PlaceholderId;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Sources as URI references: {@code urn:system}, {@code urn:agent:ID}, {@code urn:webhook:ID}, {@code urn:process:ID},
 * {@code urn:harness:NAME?agent=ID}, {@code urn:name:TEXT}, {@code urn:none}. Unknown ids are omitted. Other URIs are
 * names as they stand.
 */
final class SourceUri {

    private static final String URN = "urn:";
    private static final String AGENT = "?agent=";
    private static final String HEX = "0123456789ABCDEF";
    private static final String UNRESERVED = "-._~";

    private SourceUri() {}

    static String write(Source source) {
        return switch (source) {
            case Source.System _ -> "urn:system";
            case Source.Agent it -> urn("agent", it.id());
            case Source.Webhook it -> urn("webhook", it.id());
            case Source.Process it -> urn("process", it.id());
            case Source.Harness it -> {
                String agent = it.agent();
                yield urn("harness", it.harness()) + (agent == null ? "" : AGENT + encoded(agent));
            }
            case Source.Named it -> isForeign(it.name()) ? it.name() : urn("name", it.name());
            case Source.None _ -> "urn:none";
        };
    }

    /** The object of the source, as the codec of signals reads it. */
    static JsonValue read(String uri) {
        try {
            Map<String, JsonValue> source = uri.startsWith(URN) ? ofOwnUrn(uri.substring(URN.length())) : Map.of();
            return source.isEmpty() ? named(PlaceholderId.of(uri)) : JsonValue.of(source);
        } catch (IllegalArgumentException notEncoded) {
            return named(PlaceholderId.of(uri));
        }
    }

    private static Map<String, JsonValue> ofOwnUrn(String text) {
        int colon = text.indexOf(':');
        int query = text.indexOf(AGENT);
        int end = query < 0 ? text.length() : query;
        String kind = text.substring(0, colon < 0 ? end : Math.min(colon, end));
        String id = colon < 0 || colon > end ? null : decoded(text.substring(colon + 1, end));
        return switch (kind) {
            case "system", "none" -> id == null ? fields(kind, Map.of()) : Map.of();
            case "agent" -> id == null ? Map.of() : fields(kind, Map.of("id", id));
            case "name" -> id == null ? Map.of() : fields(kind, Map.of("name", id));
            case "webhook", "process" -> fields(kind, id == null ? Map.of() : Map.of("id", id));
            case "harness" -> {
                Map<String, String> parts = new LinkedHashMap<>();
                if (query >= 0) {
                    parts.put("agent", decoded(text.substring(query + AGENT.length())));
                }
                if (id != null) {
                    parts.put("harness", id);
                }
                yield fields(kind, parts);
            }
            default -> Map.of();
        };
    }

    private static Map<String, JsonValue> fields(String kind, Map<String, String> parts) {
        JsonObjectBuilder fields = new JsonObjectBuilder().with("type", kind);
        parts.forEach((name, value) -> fields.with(name, PlaceholderId.of(value)));
        return fields.json().fields();
    }

    private static JsonValue named(String name) {
        return JsonValue.of(fields("name", Map.of("name", name)));
    }

    /** True if a name is a URI of its own, which needs no prefix. */
    private static boolean isForeign(String name) {
        if (name.startsWith(URN) || !(name.startsWith("/") || name.contains("://"))) {
            return false;
        }
        try {
            return new URI(name).toASCIIString().equals(name);
        } catch (URISyntaxException none) {
            return false;
        }
    }

    private static String urn(String kind, @Nullable String id) {
        return URN + kind + (id == null ? "" : ":" + encoded(id));
    }

    private static String encoded(String text) {
        StringBuilder encoded = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (c < 0x80 && (Character.isLetterOrDigit(c) || UNRESERVED.indexOf(c) >= 0)) {
                encoded.append(c);
            } else {
                encoded.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
            }
        }
        return encoded.toString();
    }

    /** A plus sign is a plus sign here. */
    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
