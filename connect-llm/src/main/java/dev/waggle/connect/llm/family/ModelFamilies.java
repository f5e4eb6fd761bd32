package dev.waggle.connect.llm.family;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectReader;

/**
 * Table of model families. Every fact of a model comes from the most specific row that states it. An exact name
 * precedes a beginning with a star, and a longer beginning a shorter one. The order of rows does not matter. Rows of
 * the user precede all shipped ones, since only the user knows the own server.
 *
 * <p>A row holds for the models of its vendor. For a model at another server, a gateway or Azure, rows are also found
 * by the model part of its name. Then they give only facts about the model, and those about the request format if the
 * server has the same. The API of a vendor is no fact about a foreign server. A row such as {@code ollama:*} is about
 * one kind of server and never holds elsewhere.
 */
public final class ModelFamilies {

    private static final String RESOURCE = "model-families.json";

    /** Vendors whose rows are about models that others serve too. */
    private static final Set<String> VENDORS = Set.of("openai", "anthropic", "gemini", "ollama");

    /** The most specific pattern first; equal ones of two vendors in the order of their names. */
    private static final Comparator<ModelFamily> BY_SPECIFICITY = Comparator
            .comparingInt((ModelFamily row) -> row.isExact() ? 0 : 1)
            .thenComparingInt(row -> -(row.pattern().length() - row.vendor().length()))
            .thenComparing(ModelFamily::pattern);

    private final List<ModelFamily> userRows;
    private final List<ModelFamily> shippedRows;

    private ModelFamilies(List<ModelFamily> userRows, List<ModelFamily> shippedRows) {
        this.userRows = userRows.stream().sorted(BY_SPECIFICITY).toList();
        this.shippedRows = shippedRows.stream().sorted(BY_SPECIFICITY).toList();
    }

    /** A table of these rows, all of them as if shipped. */
    static ModelFamilies ofRows(List<ModelFamily> rows) {
        return new ModelFamilies(List.of(), rows);
    }

    /** The shipped table, from {@code model-families.json}. */
    public static ModelFamilies shipped() {
        try (InputStream in = ModelFamilies.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is missing beside " + ModelFamilies.class.getName());
            }
            return ofRows(FamilyReader.ofTable(JsonObjectReader.root(RESOURCE,
                    JsonText.read(new String(in.readAllBytes(), StandardCharsets.UTF_8)))));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(RESOURCE, unreadable);
        }
    }

    /**
     * Checks the section {@code families} of a models file.
     *
     * @param table rows in the shape of the shipped ones, with or without sources
     * @return its rows
     * @throws IllegalArgumentException when something in it is unknown or wrong; the message names the place, and the
     *         nearest known name
     */
    public static List<ModelFamily> readRows(JsonObjectReader table) {
        return FamilyReader.ofModelsFile(table);
    }

    /** Puts these rows before the ones here. A row with a known pattern of the user replaces it. */
    public ModelFamilies with(List<ModelFamily> rows) {
        Map<String, ModelFamily> all = new LinkedHashMap<>();
        userRows.forEach(row -> all.put(row.pattern(), row));
        rows.forEach(row -> all.put(row.pattern(), row));
        return new ModelFamilies(List.copyOf(all.values()), shippedRows);
    }

    /** All rows, those of the user first, each group with its most specific pattern first. */
    public List<ModelFamily> rows() {
        return Stream.concat(userRows.stream(), shippedRows.stream()).toList();
    }

    /**
     * The known facts of a model, with safe defaults for the others.
     *
     * @param host the kind of its server
     * @param provider the configured name of its provider, for rows of the user
     * @param model its name there, or the name of its deployment
     */
    public ModelProfile of(ModelHost host, String provider, String model) {
        List<String> names = ModelPart.spellings(model);
        String configured = provider.toLowerCase(Locale.ROOT);
        Map<String, FamilyFact> found = new LinkedHashMap<>();
        add(found, userRows, row -> matches(row, configured, names), Set.of(ModelFact.Scope.values()));
        addFamilies(found, userRows, host, names);
        addFamilies(found, shippedRows, host, names);
        return new ModelProfile(host, model, found);
    }

    private static void addFamilies(Map<String, FamilyFact> found, List<ModelFamily> rows, ModelHost host,
            List<String> names) {
        String vendor = host.vendor();
        if (vendor != null) {
            add(found, rows, row -> matches(row, vendor, names), Set.of(ModelFact.Scope.values()));
        }
        Predicate<ModelFamily> isOfModel = row -> VENDORS.contains(row.vendor()) && !row.isForAllModels()
                && names.stream().anyMatch(row::matches);
        add(found, rows, row -> isOfModel.test(row) && row.vendor().equals(host.format()),
                Set.of(ModelFact.Scope.MODEL, ModelFact.Scope.FORMAT));
        add(found, rows, isOfModel, Set.of(ModelFact.Scope.MODEL));
    }

    private static boolean matches(ModelFamily row, String vendor, List<String> names) {
        return names.stream().anyMatch(name -> row.matches(vendor, name));
    }

    /** Adds the facts in these scopes that are still missing. The rows are sorted, so the first one decides. */
    private static void add(Map<String, FamilyFact> found, List<ModelFamily> rows, Predicate<ModelFamily> isMatch,
            Set<ModelFact.Scope> scopes) {
        Set<String> wanted = ModelFact.ALL.stream().filter(fact -> scopes.contains(fact.scope()))
                .map(ModelFact::name).collect(Collectors.toSet());
        rows.stream().filter(isMatch).flatMap(row -> row.facts().stream()).filter(fact -> wanted.contains(fact.name()))
                .forEach(fact -> found.putIfAbsent(fact.name(), fact));
    }
}
