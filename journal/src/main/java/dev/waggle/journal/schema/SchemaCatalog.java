package dev.waggle.journal.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.HarnessSignals;
import org.jspecify.annotations.Nullable;

/** The names of all schemas, in reading order, and their texts. */
final class SchemaCatalog {

    static final String ID_PREFIX = "urn:waggle:schema:";

    static final List<String> NAMES = names();

    private SchemaCatalog() {}

    /** The text of the schema of that name; {@code null} when there is none. */
    static @Nullable String text(String name) {
        if (!NAMES.contains(name)) {
            return null;
        }
        try (InputStream file = SchemaCatalog.class.getResourceAsStream(file(name))) {
            if (file == null) {
                throw new IllegalStateException("the schema " + name + " is missing from the jar: " + file(name));
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read the schema " + name, failure);
        }
    }

    /** File of the schema of that name, beside this class; no colon, because some disks refuse it. */
    static String file(String name) {
        return name.replace(':', '-') + ".json";
    }

    private static List<String> names() {
        List<String> names = new ArrayList<>(List.of("envelope", "entry", "gap", "event", "result"));
        for (String part : List.of("source", "scope", "links", "lifetime", "audience")) {
            names.add("part/" + part);
        }
        SignalType.SWARM.forEach(type -> names.add("payload/" + type));
        names.add("payload/open");
        HarnessSignals.ALL.forEach(type -> names.add("payload/" + type));
        for (String part : List.of("input", "output", "message", "tool", "tool-call", "tool-result", "usage",
                "capabilities", "origin")) {
            names.add("harness/" + part);
        }
        for (String form : List.of("swarm", "connectivity", "durable", "harness")) {
            names.add("form/" + form);
        }
        return List.copyOf(names);
    }
}
