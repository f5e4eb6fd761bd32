package dev.waggle.connect.llm.provider;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.Suggestions;

/**
 * Models of an Ollama server, by its list of tags. A name without a tag is that of the tag {@code latest}
 * (docs/api.md of ollama/ollama, "Model names").
 *
 * @param names the listed names
 */
record InstalledModels(List<String> names) {

    private static final String LATEST = ":latest";

    InstalledModels {
        names = List.copyOf(names);
    }

    /** Reads a list of tags; empty if it is none. */
    static Optional<InstalledModels> read(String body) {
        JsonValue json;
        try {
            json = JsonText.read(body);
        } catch (IllegalArgumentException cut) {
            return Optional.empty();
        }
        if (!(json instanceof JsonValue.Obj top) || !(top.fields().get("models") instanceof JsonValue.Arr rows)) {
            return Optional.empty();
        }
        List<String> names = new ArrayList<>();
        for (JsonValue row : rows.items()) {
            if (row instanceof JsonValue.Obj model && model.fields().get("name") instanceof JsonValue.Str name) {
                names.add(name.value());
            }
        }
        return Optional.of(new InstalledModels(names));
    }

    /** True if the server has that model, or runs it elsewhere: models in the cloud need not be listed. */
    boolean has(String model) {
        String wanted = tagged(model);
        return wanted.endsWith("cloud") || names.stream().anyMatch(name -> tagged(name).equals(wanted));
    }

    /** The listed name that is most like another one. */
    Optional<String> nearest(String model) {
        return Suggestions.nearest(model,
                names.stream().map(name -> name.endsWith(LATEST) && model.indexOf(':') < 0
                        ? name.substring(0, name.length() - LATEST.length())
                        : name).toList());
    }

    private static String tagged(String model) {
        String name = model.toLowerCase(Locale.ROOT).replaceFirst("^(registry\\.ollama\\.ai/)?library/", "");
        return name.indexOf(':', name.lastIndexOf('/') + 1) < 0 ? name + LATEST : name;
    }
}
