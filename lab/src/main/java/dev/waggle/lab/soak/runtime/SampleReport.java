package dev.waggle.lab.soak.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** The samples of a soak, as a table for people and as JSON, and the resources that have grown. */
final class SampleReport {

    private SampleReport() {}

    /** A line for each resource that is above its limit at the end. */
    static List<String> grown(ResourceSample first, ResourceSample last) {
        List<String> lines = new ArrayList<>();
        for (SoakResource resource : SoakResource.values()) {
            Double before = first.values().get(resource);
            Double after = last.values().get(resource);
            if (before != null && after != null && !(after <= resource.limit(before))) {
                lines.add(String.format(Locale.ROOT, "%s grew from %.1f%s to %.1f%s, at most %.1f%s are allowed",
                        resource.label(), before, resource.unit(), after, resource.unit(), resource.limit(before),
                        resource.unit()));
            }
        }
        return lines;
    }

    /** The names of threads of which there are more, with their numbers. */
    static SortedMap<String, String> moreThreads(ResourceSample first, ResourceSample last) {
        SortedMap<String, String> more = new TreeMap<>();
        last.threads().forEach((name, count) -> {
            int before = first.threads().getOrDefault(name, 0);
            if (count > before) {
                more.put(name, before + " -> " + count);
            }
        });
        return more;
    }

    /** A line for each resource, a column for each sample, and the limit of the last one. */
    static List<String> table(List<ResourceSample> samples) {
        List<String> lines = new ArrayList<>();
        StringBuilder head = new StringBuilder(String.format(Locale.ROOT, "%-28s", "after seconds"));
        samples.forEach(sample -> head.append(String.format(Locale.ROOT, "%10d", sample.seconds())));
        lines.add(head.append("   at most").toString());
        for (SoakResource resource : SoakResource.values()) {
            StringBuilder line = new StringBuilder(
                    String.format(Locale.ROOT, "%-28s", resource.label() + resource.unit().replace(" ", ", ")));
            for (ResourceSample sample : samples) {
                line.append(cell(sample.values().get(resource)));
            }
            Double first = samples.getFirst().values().get(resource);
            lines.add(line.append(cell(first == null ? null : resource.limit(first))).toString());
        }
        return lines;
    }

    static JsonValue json(List<ResourceSample> samples, Map<String, Long> rounds, String verdict) {
        List<JsonValue> list = new ArrayList<>();
        for (ResourceSample sample : samples) {
            Map<String, JsonValue> fields = new LinkedHashMap<>();
            fields.put("seconds", JsonValue.of(sample.seconds()));
            fields.put("rounds", JsonValue.of(sample.rounds()));
            for (SoakResource resource : SoakResource.values()) {
                Double value = sample.values().get(resource);
                fields.put(resource.name().toLowerCase(Locale.ROOT),
                        value == null ? JsonValue.ofNull() : JsonValue.of(value));
            }
            list.add(new JsonValue.Obj(fields));
        }
        Map<String, JsonValue> done = new LinkedHashMap<>();
        rounds.forEach((work, count) -> done.put(work, JsonValue.of(count)));
        Map<String, JsonValue> all = new LinkedHashMap<>();
        all.put("verdict", JsonValue.of(verdict));
        all.put("rounds", new JsonValue.Obj(done));
        all.put("samples", JsonValue.of(list));
        return new JsonValue.Obj(all);
    }

    /** The JSON as one line. */
    static String line(JsonValue json) {
        return JsonText.write(json);
    }

    private static String cell(@Nullable Double value) {
        return value == null ? String.format(Locale.ROOT, "%10s", "-") : String.format(Locale.ROOT, "%10.1f", value);
    }
}
