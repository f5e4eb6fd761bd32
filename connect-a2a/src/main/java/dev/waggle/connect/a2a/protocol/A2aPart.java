package dev.waggle.connect.a2a.protocol;

import java.util.Base64;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Part of a message or of an artifact. Version 0.3 has file names and media types for files only.
 *
 * @param content the content in its kind
 * @param filename name of the file
 * @param mediaType media type of the content
 * @param metadata fields of extensions
 */
public record A2aPart(Content content, @Nullable String filename, @Nullable String mediaType,
        JsonValue.Obj metadata) {

    /** Content of a part. */
    public sealed interface Content {

        /** Returns the word for the kind, as messages for people name it. */
        String kind();
    }

    /** Plain text. */
    public record Text(String text) implements Content {

        @Override
        public String kind() {
            return "text";
        }
    }

    /** JSON value, which is an object in version 0.3. */
    public record Data(JsonValue value) implements Content {

        @Override
        public String kind() {
            return "data";
        }
    }

    /** File by its bytes, in base64. */
    public record FileBytes(String base64) implements Content {

        public FileBytes {
            try {
                var _ = Base64.getDecoder().decode(base64);
            } catch (IllegalArgumentException bad) {
                throw new IllegalArgumentException("bytes of a file must be base64, but " + bad.getMessage(), bad);
            }
        }

        @Override
        public String kind() {
            return "file";
        }
    }

    /** File by its address. */
    public record FileUri(String uri) implements Content {

        @Override
        public String kind() {
            return "file";
        }
    }

    /** Content of a kind that the version does not define, with the part as it was written. */
    public record Unknown(String kind, JsonValue.Obj written) implements Content {}

    public static A2aPart of(Content content) {
        return new A2aPart(content, null, null, A2aMetadata.NONE);
    }

    public static A2aPart text(String text) {
        return of(new Text(text));
    }

    /** A data part with that value. */
    public static A2aPart data(JsonValue value) {
        return of(new Data(value));
    }
}
