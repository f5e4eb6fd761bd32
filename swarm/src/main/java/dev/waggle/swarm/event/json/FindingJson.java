package dev.waggle.swarm.event.json;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.runlog.LensFacts;

/** Finding of a lens as JSON for programs. */
final class FindingJson {

    private FindingJson() {}

    /** Round, lens, kind, the fields of the kind and the reason, as in the journal. */
    static JsonValue.Obj of(int round, Finding finding) {
        JsonObjectBuilder fields = new JsonObjectBuilder().with("round", round);
        if (LensFacts.found(finding).data() instanceof JsonValue.Obj facts) {
            fields.withAll(facts);
        }
        return fields.with("because", finding.explanation()).json();
    }
}
