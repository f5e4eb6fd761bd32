package dev.waggle.cli.models;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.connect.llm.family.FamilyFact;
import dev.waggle.connect.llm.family.ModelFamily;
import dev.waggle.connect.llm.provider.ModelName;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/**
 * Table of the known facts about models: all rows of the table of families, or the facts that hold for some models.
 *
 * @param rows the facts by family or model
 */
public record FamilyTable(List<FactRow> rows) {

    /**
     * Facts about one family, or about one model.
     *
     * @param name the pattern of the family, or {@code provider:model}
     * @param facts all facts in the order of the table; those that no source states are unknown
     */
    public record FactRow(String name, List<FamilyFact> facts) {

        public FactRow {
            facts = List.copyOf(facts);
        }

        /** The facts that a source states. */
        public List<FamilyFact> known() {
            return facts.stream().filter(FamilyFact::isKnown).toList();
        }

        /** The names of the others, for display; empty if there are none. */
        public String unknown() {
            return facts.stream().filter(fact -> !fact.isKnown()).map(FamilyFact::name)
                    .collect(Collectors.joining(", "));
        }
    }

    public FamilyTable {
        rows = List.copyOf(rows);
    }

    /**
     * The facts about these models; without a name, all families.
     *
     * @param names aliases or {@code provider:model}
     * @throws IllegalArgumentException when nothing has a name
     */
    public static FamilyTable of(ModelCatalog catalog, List<String> names) {
        List<FactRow> rows = new ArrayList<>();
        for (String name : names) {
            ModelName model = catalog.resolve(name);
            rows.add(new FactRow(model.toString(), catalog.profile(model).facts()));
        }
        if (names.isEmpty()) {
            for (ModelFamily family : catalog.families().rows()) {
                rows.add(new FactRow(family.pattern(), family.allFacts()));
            }
        }
        return new FamilyTable(rows);
    }

    /** For programs: the value of an unknown fact is null. */
    public JsonValue toJson() {
        List<JsonValue> families = new ArrayList<>();
        for (FactRow row : rows) {
            List<JsonValue> facts = new ArrayList<>();
            for (FamilyFact fact : row.facts()) {
                facts.add(new JsonObjectBuilder().with("fact", fact.name())
                        .with("value", fact.value())
                        .with("source", fact.source())
                        .with("date", fact.date()).json());
            }
            families.add(new JsonObjectBuilder().with("family", row.name()).with("facts", facts).json());
        }
        return JsonValue.of(families);
    }
}
