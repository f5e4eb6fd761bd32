package dev.waggle.connect.qdrant;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/** Fields of the payload of points, and the indexes of those that filters and orders use. */
final class PayloadField {

    static final String CONTENT = "content";
    static final String CATEGORY = "category";
    static final String IMPORTANCE = "importance";
    static final String AUTHOR = "author";
    /** Absent for memories of all. */
    static final String TENANT = "tenant";
    static final String RUN = "run";
    static final String SIGNAL = "signal_id";
    /** Date of the first storing, as RFC 3339. */
    static final String TIME = "time";
    /** Place in the order of storing: microseconds of the date, increasing within a process. */
    static final String ORDER = "order";
    /** Strength, without the outcome, at the tick below. */
    static final String STRENGTH = "strength";
    /** Number of decays at the last change of the strength. */
    static final String TICK = "tick";
    static final String REINFORCED_BY = "reinforced_by";
    static final String REINFORCEMENTS = "reinforcements";
    static final String OUTCOME = "outcome";
    /** Tick after which the memory is weaker than the least strength, with a fraction. */
    static final String FADE = "fade";
    /** Number of changes, for writes on condition; of the clock, the number of decays. */
    static final String VERSION = "version";
    /** Metadata as JSON text, so that no digit and no level is lost. */
    static final String METADATA = "metadata";
    /** Marks of the last decays, of the clock. */
    static final String DECAYS = "decays";
    /** Name of the embedding model, of the clock. */
    static final String MODEL = "model";

    /** Fields that rank a memory, without its text. */
    static final JsonValue RANKING = JsonValue.ofTexts(
            List.of(IMPORTANCE, ORDER, STRENGTH, TICK, REINFORCEMENTS, OUTCOME, CATEGORY, FADE));

    private PayloadField() {}

    /** Schemas of the indexes by field, in the order of their creation. */
    static Map<String, JsonValue> indexes() {
        Map<String, JsonValue> schemas = new LinkedHashMap<>();
        schemas.put(TENANT, new JsonObjectBuilder().with("type", "keyword").with("is_tenant", true).json());
        for (String field : List.of(CATEGORY, AUTHOR, RUN, OUTCOME)) {
            schemas.put(field, JsonValue.of("keyword"));
        }
        schemas.put(TIME, JsonValue.of("datetime"));
        schemas.put(FADE, JsonValue.of("float"));
        for (String field : List.of(ORDER, REINFORCEMENTS, VERSION)) {
            schemas.put(field, JsonValue.of("integer"));
        }
        return schemas;
    }
}
