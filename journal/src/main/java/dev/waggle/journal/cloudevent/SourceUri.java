package dev.waggle.journal.cloudevent;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.journal.form.PlaceholderId;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Sources as URNs (RFC 8141), which are their {@linkplain Source#identity identities}. Other URIs are names as they
 * stand.
 *
 * <p>An earlier form, which had no namespace, is read, too: {@code urn:system}, {@code urn:agent:ID} and the like, and
 * {@code urn:harness:NAME?agent=ID}.
 */
final class SourceUri {

    private static final String URN = "urn:";
    private static final String NAMESPACE = Source.IDENTITY_PREFIX;
    private static final String AGENT = "?agent=";

    private SourceUri() {}

    static String write(Source source) {
        return source instanceof Source.Named(String name) && isForeign(name) ? name : source.identity();
    }

    /** The object of the source, as the codec of signals reads it. */
    static JsonValue read(String uri) {
        try {
            Map<String, JsonValue> source = startsWith(uri, NAMESPACE)
                    ? ofUrn(uri.substring(NAMESPACE.length()))
                    : startsWith(uri, URN) ? ofUrnWithoutNamespace(uri.substring(URN.length())) : Map.of();
            return source.isEmpty() ? named(PlaceholderId.of(uri)) : JsonValue.of(source);
        } catch (IllegalArgumentException notEncoded) {
            return named(PlaceholderId.of(uri));
        }
    }

    /** The scheme and the namespace of a URN have no case. */
    private static boolean startsWith(String uri, String prefix) {
        return uri.regionMatches(true, 0, prefix, 0, prefix.length());
    }

    private static Map<String, JsonValue> ofUrn(String text) {
        String[] parts = text.split(":", -1);
        if (text.indexOf('?') >= 0 || text.indexOf('#') >= 0 || parts.length > 3) {
            return Map.of();
        }
        String id = parts.length > 1 && !parts[1].isEmpty() ? decoded(parts[1]) : null;
        return parts[0].equals("harness")
                ? harness(id, parts.length > 2 ? decoded(parts[2]) : null)
                : parts.length > 2 ? Map.of() : plain(parts[0], id);
    }

    private static Map<String, JsonValue> ofUrnWithoutNamespace(String text) {
        int colon = text.indexOf(':');
        int query = text.indexOf(AGENT);
        int end = query < 0 ? text.length() : query;
        String kind = text.substring(0, colon < 0 ? end : Math.min(colon, end));
        String id = colon < 0 || colon > end ? null : decoded(text.substring(colon + 1, end));
        return kind.equals("harness")
                ? harness(id, query < 0 ? null : decoded(text.substring(query + AGENT.length())))
                : plain(kind, id);
    }

    /** The fields of any source but a harness; none for an unknown kind. */
    private static Map<String, JsonValue> plain(String kind, @Nullable String id) {
        return switch (kind) {
            case "system", "none" -> id == null ? fields(kind, Map.of()) : Map.of();
            case "agent" -> id == null ? Map.of() : fields(kind, Map.of("id", id));
            case "name" -> id == null ? Map.of() : fields(kind, Map.of("name", id));
            case "webhook", "process" -> fields(kind, id == null ? Map.of() : Map.of("id", id));
            default -> Map.of();
        };
    }

    private static Map<String, JsonValue> harness(@Nullable String name, @Nullable String agent) {
        Map<String, String> parts = new LinkedHashMap<>();
        if (agent != null) {
            parts.put("agent", agent);
        }
        if (name != null) {
            parts.put("harness", name);
        }
        return fields("harness", parts);
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
        if (startsWith(name, URN) || !(name.startsWith("/") || name.contains("://"))) {
            return false;
        }
        try {
            return new URI(name).toASCIIString().equals(name);
        } catch (URISyntaxException none) {
            return false;
        }
    }

    private static String decoded(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < text.length();) {
            if (text.charAt(i) == '%') {
                if (i + 2 >= text.length()) {
                    throw new IllegalArgumentException("two digits must follow %, got " + text.substring(i));
                }
                bytes.write(HexFormat.fromHexDigits(text, i + 1, i + 3));
                i += 3;
            } else {
                int next = text.offsetByCodePoints(i, 1);
                bytes.writeBytes(text.substring(i, next).getBytes(StandardCharsets.UTF_8));
                i = next;
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray())).toString();
        } catch (CharacterCodingException bad) {
            throw new IllegalArgumentException("not UTF-8: " + text, bad);
        }
    }
}
