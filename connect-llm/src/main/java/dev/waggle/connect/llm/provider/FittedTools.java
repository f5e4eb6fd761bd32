package dev.waggle.connect.llm.provider;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.connect.llm.protocol.ProviderRequest.ToolForm;
import dev.waggle.connect.llm.schema.FittedSchema;
import dev.waggle.connect.llm.schema.SchemaDialect;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.json.JsonValue;

/** Tools with their schemas as one provider takes them, and the way back from a call. */
final class FittedTools {

    /** Longest name of a function of Gemini, which begins with a letter or _ (google-gemini/gemini-cli#7869, 2025). */
    private static final int MAX_NAME = 64;

    private final List<ToolForm> forms;
    private final Map<String, FittedTool> byName = new HashMap<>();

    /**
     * A tool by its name at the provider.
     *
     * @param name the own name
     */
    private record FittedTool(String name, FittedSchema schema) {}

    FittedTools(List<ToolOffer> offers, SchemaDialect dialect) {
        List<ToolForm> all = new ArrayList<>();
        Set<String> taken = offers.stream().map(ToolOffer::name).collect(Collectors.toCollection(HashSet::new));
        for (ToolOffer offer : offers) {
            FittedSchema schema = FittedSchema.of(dialect, offer.inputSchema());
            String name = dialect == SchemaDialect.GEMINI_TOOL ? nameOfGemini(offer.name(), taken) : offer.name();
            byName.put(name, new FittedTool(offer.name(), schema));
            all.add(new ToolForm(name, offer.description(), schema.schema().orElse(null)));
        }
        forms = List.copyOf(all);
    }

    /** The name, behind _ if it begins with a digit or a dash. */
    private static String nameOfGemini(String name, Set<String> taken) {
        if (name.isEmpty() || (name.charAt(0) != '-' && !Character.isDigit(name.charAt(0)))) {
            return name;
        }
        String fitted = cut("_" + name);
        for (int i = 2; !taken.add(fitted); i++) {
            fitted = cut("_" + i + "_" + name);
        }
        return fitted;
    }

    private static String cut(String name) {
        return name.substring(0, Math.min(name.length(), MAX_NAME));
    }

    List<ToolForm> forms() {
        return forms;
    }

    /** The call with its name and arguments as the tool knows them. */
    ToolCall restored(ToolCall call) {
        FittedTool tool = byName.get(call.name());
        JsonValue input = call.input();
        return tool == null
                ? call
                : new ToolCall(call.id(), tool.name(), input == null ? null : tool.schema().restore(input));
    }
}
