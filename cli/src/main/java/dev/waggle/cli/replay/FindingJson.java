package dev.waggle.cli.replay;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.signal.JsonValue;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.runlog.LensFacts;

/** Finding of a lens as JSON for programs. */
public final class FindingJson {

    private FindingJson() {}

    /** Round, lens, kind, the fields of the kind and the reason, as in the journal. */
    public static Map<String, JsonValue> of(int round, Finding finding) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("round", JsonValue.of(round));
        if (LensFacts.found(finding).data() instanceof JsonValue.Obj(var facts)) {
            fields.putAll(facts);
        }
        fields.put("because", JsonValue.of(finding.explanation()));
        return fields;
    }
}
