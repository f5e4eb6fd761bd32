package dev.waggle.connect.llm.family;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import dev.waggle.signal.json.JsonFieldException;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.Suggestions;
import org.jspecify.annotations.Nullable;

/**
 * Reader of rows of families. A fact is a plain value with the source of its row, or an object with a source of its
 * own.
 *
 * <pre>
 *   {"openai:gpt-5.5*": {"source": "guide", "thinksByDefault": true,
 *                        "contextTokens": {"value": 1050000, "source": "model page"}}}
 * </pre>
 *
 * <p>In the shipped table a source names a row of its list of documents, and each fact has one. In a models file a
 * source is any text and may be left out.
 */
final class FamilyReader {

    private static final String SOURCE = "source";
    private static final String DATE = "date";
    private static final String VALUE = "value";
    private static final List<String> DOCUMENT = List.of("document", DATE);
    private static final List<String> FACT = List.of(VALUE, SOURCE, DATE);
    private static final List<String> ROW = Stream.concat(Stream.of(SOURCE, DATE),
            ModelFact.ALL.stream().map(ModelFact::name)).toList();

    private final Map<String, FamilySource> documents;
    private final @Nullable FamilySource usual;

    private FamilyReader(Map<String, FamilySource> documents, @Nullable FamilySource usual) {
        this.documents = documents;
        this.usual = usual;
    }

    /** The rows of a models file. */
    static List<ModelFamily> ofModelsFile(JsonObjectReader table) {
        return new FamilyReader(Map.of(), FamilySource.MODELS_FILE).families(table);
    }

    /** The rows of the shipped table, each fact with a document of its list. */
    static List<ModelFamily> ofTable(JsonObjectReader top) {
        top.rejectUnknownFields(List.of("note", "sources", "families"));
        Map<String, FamilySource> documents = new LinkedHashMap<>();
        JsonObjectReader sources = top.object("sources");
        for (String name : sources.names()) {
            JsonObjectReader row = sources.object(name);
            row.rejectUnknownFields(DOCUMENT);
            documents.put(name, new FamilySource(row.visibleText("document"), row.visibleText(DATE)));
        }
        return new FamilyReader(documents, null).families(top.object("families"));
    }

    private List<ModelFamily> families(JsonObjectReader table) {
        Map<String, ModelFamily> families = new LinkedHashMap<>();
        for (String name : table.names()) {
            // A pattern is compared in small letters, so two spellings of one pattern are one row.
            String pattern = name.toLowerCase(Locale.ROOT);
            List<FamilyFact> facts = facts(table.object(name));
            ModelFamily family = JsonObjectReader.build("families: ", () -> new ModelFamily(pattern, facts));
            if (families.put(pattern, family) != null) {
                throw new JsonFieldException(table.place(name) + " is there twice, in other letters");
            }
        }
        return List.copyOf(families.values());
    }

    private List<FamilyFact> facts(JsonObjectReader row) {
        row.rejectUnknownFields(ROW);
        FamilySource rowSource = source(row, usual);
        List<FamilyFact> facts = new ArrayList<>();
        for (ModelFact<?> fact : ModelFact.ALL) {
            JsonValue given = row.optional(fact.name());
            if (given instanceof JsonValue.Obj) {
                JsonObjectReader own = row.object(fact.name());
                own.rejectUnknownFields(FACT);
                fact.read(own, VALUE);
                facts.add(fact(fact, own.value(VALUE), source(own, rowSource), own));
            } else if (given != null) {
                fact.read(row, fact.name());
                facts.add(fact(fact, given, rowSource, row));
            }
        }
        return facts;
    }

    private static FamilyFact fact(ModelFact<?> fact, JsonValue value, @Nullable FamilySource source,
            JsonObjectReader place) {
        if (source == null) {
            throw new JsonFieldException(place.place(SOURCE) + " is missing, for " + fact.name());
        }
        return new FamilyFact(fact.name(), value, source.document(), source.date());
    }

    private @Nullable FamilySource source(JsonObjectReader row, @Nullable FamilySource otherwise) {
        String name = row.optionalVisibleText(SOURCE);
        String date = row.optionalVisibleText(DATE);
        if (documents.isEmpty()) {
            FamilySource base = otherwise == null ? FamilySource.MODELS_FILE : otherwise;
            return new FamilySource(name == null ? base.document() : name, date == null ? base.date() : date);
        }
        if (name == null) {
            return otherwise;
        }
        FamilySource document = documents.get(name);
        if (document == null) {
            throw new JsonFieldException(row.place(SOURCE) + " names no document of the list, got \"" + name + '"'
                    + Suggestions.remedyLine(name, documents.keySet()));
        }
        return document;
    }
}
