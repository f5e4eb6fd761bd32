package dev.waggle.connect.llm.family;

import java.util.ArrayList;
import java.util.List;

/**
 * Row of the table: known facts about the models whose names match a pattern.
 *
 * @param pattern {@code provider:model}, or its beginning and a star: {@code openai:gpt-5.5*}
 * @param facts the known facts; those that no source states are left out
 */
public record ModelFamily(String pattern, List<FamilyFact> facts) {

    public ModelFamily {
        requirePattern(pattern);
        facts = List.copyOf(facts);
    }

    /** Every fact of the table in its order; one that no source states is unknown. */
    public List<FamilyFact> allFacts() {
        List<FamilyFact> all = new ArrayList<>();
        for (ModelFact<?> fact : ModelFact.ALL) {
            all.add(facts.stream().filter(known -> known.name().equals(fact.name())).findFirst()
                    .orElseGet(() -> FamilyFact.unknown(fact.name())));
        }
        return all;
    }

    /** The part of the pattern before the colon. */
    String vendor() {
        return pattern.substring(0, pattern.indexOf(':'));
    }

    /** True if only one name matches. */
    boolean isExact() {
        return !pattern.endsWith("*");
    }

    /** True if the pattern matches that vendor and model, both in small letters. */
    boolean matches(String vendor, String model) {
        return vendor.equals(vendor()) && matches(model);
    }

    /** True if the pattern's part behind the colon is more than a star and matches that model, in small letters. */
    boolean matches(String model) {
        String own = pattern.substring(pattern.indexOf(':') + 1);
        return isExact() ? own.equals(model) : model.startsWith(own.substring(0, own.length() - 1));
    }

    /** True if the pattern is for all models of a vendor. */
    boolean isForAllModels() {
        return pattern.endsWith(":*");
    }

    private static void requirePattern(String pattern) {
        int star = pattern.indexOf('*');
        int colon = pattern.indexOf(':');
        boolean isEmpty = colon < 1 || colon == pattern.length() - 1;
        if (isEmpty || (star >= 0 && (star != pattern.length() - 1 || star < colon))) {
            throw new IllegalArgumentException("a family must be named provider:model, or by its beginning and a star"
                    + " at the end, got \"" + pattern + "\"\nMaybe \"openai:gpt-5.5*\", or \"lab:*\".");
        }
    }
}
