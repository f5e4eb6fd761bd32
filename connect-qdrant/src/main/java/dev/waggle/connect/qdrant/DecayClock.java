package dev.waggle.connect.qdrant;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/**
 * Clock of a collection: the number of decays of all its memories.
 *
 * @param tick number of decays
 * @param decays marks of the last decays, by which a process knows its own
 * @param model name of the embedding model of the vectors
 */
record DecayClock(long tick, List<String> decays, String model) {

    /** Marks that are kept: far more than processes that decay at the same moment. */
    private static final int MAX_DECAYS = 16;

    DecayClock {
        decays = List.copyOf(decays);
    }

    static DecayClock of(JsonValue payload) {
        JsonObjectReader reader = JsonObjectReader.root("the payload of the clock", payload);
        List<String> decays = new ArrayList<>();
        if (reader.value(PayloadField.DECAYS) instanceof JsonValue.Arr(List<JsonValue> items)) {
            for (JsonValue item : items) {
                if (item instanceof JsonValue.Str(String mark)) {
                    decays.add(mark);
                }
            }
        }
        return new DecayClock(reader.integer(PayloadField.VERSION), decays, reader.text(PayloadField.MODEL));
    }

    /** The clock after one more decay. */
    DecayClock next(String mark) {
        int forgotten = Math.max(0, decays.size() - MAX_DECAYS + 1);
        List<String> marks = new ArrayList<>(decays.subList(forgotten, decays.size()));
        marks.add(mark);
        return new DecayClock(tick + 1, marks, model);
    }

    JsonValue.Obj payload() {
        return new JsonObjectBuilder().with(PayloadField.VERSION, tick).withTexts(PayloadField.DECAYS, decays)
                .with(PayloadField.MODEL, model).json();
    }
}
