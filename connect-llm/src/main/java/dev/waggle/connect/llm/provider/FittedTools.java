package dev.waggle.connect.llm.provider;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.connect.llm.protocol.ProviderRequest.ToolForm;
import dev.waggle.connect.llm.schema.FittedSchema;
import dev.waggle.connect.llm.schema.SchemaDialect;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.json.JsonValue;

/** Tools with their schemas as one provider takes them, and the way back from a call. */
final class FittedTools {

    private final List<ToolForm> forms;
    private final Map<String, FittedSchema> byName = new HashMap<>();

    FittedTools(List<ToolOffer> offers, SchemaDialect dialect) {
        List<ToolForm> all = new ArrayList<>();
        for (ToolOffer offer : offers) {
            FittedSchema schema = FittedSchema.of(dialect, offer.inputSchema());
            byName.put(offer.name(), schema);
            all.add(new ToolForm(offer.name(), offer.description(), schema.schema().orElse(null)));
        }
        forms = List.copyOf(all);
    }

    List<ToolForm> forms() {
        return forms;
    }

    /** The call with arguments as the tool knows them. */
    ToolCall restored(ToolCall call) {
        FittedSchema schema = byName.get(call.name());
        JsonValue input = call.input();
        return schema == null || input == null
                ? call
                : new ToolCall(call.id(), call.name(), schema.restore(input));
    }
}
