package dev.waggle.connect.a2a.codec;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.waggle.connect.a2a.protocol.A2aPart;
import dev.waggle.connect.a2a.protocol.A2aPart.Content;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Codec of parts. */
final class PartCodec {

    private static final List<String> CONTENTS = List.of("text", "raw", "url", "data");

    /** Mark of a data part of version 0.3 that wraps a value which is no object, as the published library sets it. */
    private static final String WRAPPED = "data_part_compat";

    private final boolean isLegacy;

    PartCodec(A2aVersion version) {
        this.isLegacy = version == A2aVersion.V0_3;
    }

    A2aPart read(JsonObjectReader in, JsonValue written) {
        return in.build(() -> isLegacy ? legacy(in, written) : current(in, written));
    }

    JsonValue.Obj write(A2aPart part) {
        return isLegacy ? legacy(part) : current(part);
    }

    private static A2aPart current(JsonObjectReader in, JsonValue written) {
        List<String> contents = CONTENTS.stream().filter(in::has).toList();
        if (contents.size() > 1) {
            throw in.invalid(contents.getLast(), "absent beside " + contents.getFirst());
        }
        Content content = switch (contents.isEmpty() ? "" : contents.getFirst()) {
            case "text" -> new A2aPart.Text(in.text("text"));
            case "raw" -> new A2aPart.FileBytes(in.text("raw"));
            case "url" -> new A2aPart.FileUri(in.text("url"));
            case "data" -> new A2aPart.Data(in.value("data"));
            default -> new A2aPart.Unknown(kindOf(in), (JsonValue.Obj) written);
        };
        return new A2aPart(content, WireTree.optionalText(in, "filename"), WireTree.optionalText(in, "mediaType"),
                WireTree.metadata(in));
    }

    /** A part with none of the contents is called by its fields. */
    private static String kindOf(JsonObjectReader in) {
        Stream<String> others = in.names().stream()
                .filter(name -> !List.of("filename", "mediaType", "metadata").contains(name));
        return others.findFirst().orElse("empty");
    }

    private static A2aPart legacy(JsonObjectReader in, JsonValue written) {
        JsonValue.Obj metadata = WireTree.metadata(in);
        return switch (in.text("kind")) {
            case "text" -> new A2aPart(new A2aPart.Text(in.text("text")), null, null, metadata);
            case "data" -> data(WireTree.object(requiring(in, "data"), "data"), metadata);
            case "file" -> file(in.object("file"), metadata);
            default -> new A2aPart(new A2aPart.Unknown(in.text("kind"), (JsonValue.Obj) written), null, null, metadata);
        };
    }

    private static JsonObjectReader requiring(JsonObjectReader in, String name) {
        var _ = in.value(name);
        return in;
    }

    private static A2aPart data(JsonValue.Obj value, JsonValue.Obj metadata) {
        JsonValue wrapped = value.fields().get("value");
        if (!JsonValue.of(true).equals(metadata.fields().get(WRAPPED)) || wrapped == null) {
            return new A2aPart(new A2aPart.Data(value), null, null, metadata);
        }
        Map<String, JsonValue> others = new LinkedHashMap<>(metadata.fields());
        others.remove(WRAPPED);
        return new A2aPart(new A2aPart.Data(wrapped), null, null, new JsonValue.Obj(others));
    }

    private static A2aPart file(JsonObjectReader in, JsonValue.Obj metadata) {
        String bytes = in.optionalText("bytes");
        if (bytes != null && in.has("uri")) {
            throw in.invalid("uri", "absent beside bytes");
        }
        Content content = bytes == null ? new A2aPart.FileUri(in.text("uri")) : new A2aPart.FileBytes(bytes);
        return new A2aPart(content, WireTree.optionalText(in, "name"), WireTree.optionalText(in, "mimeType"), metadata);
    }

    private static JsonValue.Obj current(A2aPart part) {
        JsonObjectBuilder to = new JsonObjectBuilder();
        switch (part.content()) {
            case A2aPart.Text text -> to.with("text", text.text());
            case A2aPart.Data data -> to.with("data", data.value());
            case A2aPart.FileBytes file -> to.with("raw", file.base64());
            case A2aPart.FileUri file -> to.with("url", file.uri());
            case A2aPart.Unknown unknown -> to.withAll(unknown.written());
        }
        WireTree.add(to, "metadata", part.metadata());
        return to.withPresent("filename", part.filename()).withPresent("mediaType", part.mediaType()).json();
    }

    private static JsonValue.Obj legacy(A2aPart part) {
        JsonObjectBuilder to = new JsonObjectBuilder();
        JsonValue.Obj metadata = part.metadata();
        switch (part.content()) {
            case A2aPart.Text text -> to.with("kind", "text").with("text", text.text());
            case A2aPart.Data(JsonValue.Obj object) -> to.with("kind", "data").with("data", object);
            case A2aPart.Data data -> {
                to.with("kind", "data").with("data", new JsonObjectBuilder().with("value", data.value()).json());
                metadata = new JsonObjectBuilder().withAll(metadata).with(WRAPPED, true).json();
            }
            case A2aPart.FileBytes file -> to.with("kind", "file").with("file", file(part, "bytes", file.base64()));
            case A2aPart.FileUri file -> to.with("kind", "file").with("file", file(part, "uri", file.uri()));
            case A2aPart.Unknown unknown -> to.withAll(unknown.written());
        }
        WireTree.add(to, "metadata", metadata);
        return to.json();
    }

    private static JsonValue file(A2aPart part, String name, @Nullable String value) {
        return new JsonObjectBuilder().with(name, value).withPresent("name", part.filename())
                .withPresent("mimeType", part.mediaType()).json();
    }
}
