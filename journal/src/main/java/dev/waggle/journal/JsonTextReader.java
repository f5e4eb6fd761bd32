package dev.waggle.journal;

import dev.waggle.signal.json.JsonReader;
import dev.waggle.signal.json.JsonValue;

/** {@link JsonText} as the installed parser. */
public final class JsonTextReader implements JsonReader {

    public JsonTextReader() {}

    @Override
    public JsonValue read(String text) {
        return JsonText.read(text);
    }
}
