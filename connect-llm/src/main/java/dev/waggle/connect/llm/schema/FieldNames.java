package dev.waggle.connect.llm.schema;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/** Gives the fields of one object names that a provider takes; each name once. Owned by one thread. */
final class FieldNames {

    /** Longest name that Anthropic takes. */
    private static final int MAX_PLAIN = 64;

    private static final Pattern PLAIN = Pattern.compile("[a-zA-Z0-9_.-]{1," + MAX_PLAIN + "}");
    private static final Pattern NOT_PLAIN = Pattern.compile("[^a-zA-Z0-9_.-]");

    /** Every provider refuses control characters (harbor-framework/harbor#1788, June 2026). */
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}|\\p{Cs}");

    private final boolean isPlain;
    private final Set<String> taken = new HashSet<>();

    /** Names beside those, which are kept where they can be. */
    FieldNames(boolean isPlain, Set<String> names) {
        this.isPlain = isPlain;
        names.stream().filter(this::isFit).forEach(taken::add);
    }

    /** That name if it is taken as it is, otherwise a similar one. */
    String fitted(String name) {
        if (isFit(name)) {
            return name;
        }
        String similar = (isPlain ? NOT_PLAIN : CONTROL).matcher(name).replaceAll("_");
        String start = similar.isEmpty() ? "field" : similar;
        String fitted = isPlain ? start.substring(0, Math.min(start.length(), MAX_PLAIN)) : start;
        for (int i = 2; !taken.add(fitted); i++) {
            String suffix = "_" + i;
            int room = isPlain ? MAX_PLAIN - suffix.length() : start.length();
            fitted = start.substring(0, Math.min(start.length(), room)) + suffix;
        }
        return fitted;
    }

    private boolean isFit(String name) {
        return isPlain ? PLAIN.matcher(name).matches() : !name.isEmpty() && !CONTROL.matcher(name).find();
    }
}
