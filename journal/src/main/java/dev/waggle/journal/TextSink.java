package dev.waggle.journal;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.function.BiConsumer;

import dev.waggle.signal.json.FieldSink;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Writes the fields of one JSON object as UTF-8, byte for byte as {@link JsonText#write} writes the tree of the same
 * object. Text without escaped characters, which is nearly all, goes straight through the generator of the library.
 * The rest is written by {@link JsonText}. Owned by one thread.
 */
final class TextSink implements FieldSink {

    private final JsonGenerator out;
    private int depth;

    /** The object that is begun with its first field, if it gets one. */
    private @Nullable String waiting;

    private TextSink(JsonGenerator out) {
        this.out = out;
    }

    /**
     * The text of the object that a codec makes of a part.
     *
     * @throws IllegalArgumentException when a limit of {@link JsonText} is passed
     */
    static <T> byte[] objectOf(T part, BiConsumer<T, FieldSink> codec) {
        // The generator has a buffer of its own, and passes on at once what fits into it, so none is needed here.
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(0);
        try (JsonGenerator out = JsonText.generator(bytes)) {
            TextSink sink = new TextSink(out);
            sink.begin();
            codec.accept(part, sink);
            sink.end();
        }
        return bytes.toByteArray();
    }

    @Override
    public FieldSink value(String name, @Nullable JsonValue value) {
        if (value != null) {
            name(name);
            JsonText.write(value, out, depth);
        }
        return this;
    }

    @Override
    public FieldSink text(String name, @Nullable String value) {
        if (value != null) {
            name(name);
            JsonText.write(value, out);
        }
        return this;
    }

    @Override
    public FieldSink number(String name, double value) {
        name(name);
        String digits = Double.toString(value);
        // Between a thousandth and ten million the two ways to print a number agree.
        boolean isPlain = digits.indexOf('E') < 0 && Double.compare(value, -0.0) != 0;
        out.writeNumber(isPlain ? digits : JsonValue.exact(value).value().toString());
        return this;
    }

    @Override
    public FieldSink integer(String name, long value) {
        name(name);
        out.writeNumber(value);
        return this;
    }

    @Override
    public FieldSink flag(String name, boolean value) {
        name(name);
        out.writeBoolean(value);
        return this;
    }

    @Override
    public FieldSink texts(String name, List<String> values) {
        name(name);
        out.writeStartArray();
        values.forEach(value -> JsonText.write(value, out));
        out.writeEndArray();
        return this;
    }

    @Override
    public <T> FieldSink object(String name, T part, BiConsumer<T, FieldSink> codec) {
        name(name);
        begin();
        codec.accept(part, this);
        end();
        return this;
    }

    @Override
    public <T> FieldSink optionalObject(String name, T part, BiConsumer<T, FieldSink> codec) {
        name(null);
        waiting = name;
        codec.accept(part, this);
        if (waiting == null) {
            end();
        }
        waiting = null;
        return this;
    }

    private void name(@Nullable String name) {
        String part = waiting;
        if (part != null) {
            waiting = null;
            out.writeName(part);
            begin();
        }
        if (name != null) {
            out.writeName(name);
        }
    }

    private void begin() {
        out.writeStartObject();
        depth++;
    }

    private void end() {
        out.writeEndObject();
        depth--;
    }
}
