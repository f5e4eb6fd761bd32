package dev.waggle.swarm.runlog;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonObjectReader;

/** The body of a fact in a run log, read strictly: a field that is missing, unknown or of another kind is refused. */
public final class FactBody {

    private FactBody() {}

    /**
     * The fields of the body.
     *
     * @throws IllegalArgumentException when the fact has no body, or one that is no object
     */
    public static JsonObjectReader of(Signal fact) {
        if (fact.payload() instanceof Payload.Open(var _, var _, var data, var _) && data != null) {
            return JsonObjectReader.root("the body of " + fact.type(), data);
        }
        throw new IllegalArgumentException("the body of " + fact.type() + " is missing");
    }
}
