package dev.waggle.lab.site;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Anchors of the headings of one page, as GitHub forms them: lower case, letters, digits, hyphens and underscores, a
 * hyphen for each blank. A repeated heading gets a number. Owned by one thread.
 */
final class HeadingAnchors {

    private final Set<String> taken = new HashSet<>();

    /** The anchor of the next heading of the page. */
    String next(String heading) {
        String base = plain(heading);
        String anchor = base;
        for (int number = 1; !taken.add(anchor); number++) {
            anchor = base + '-' + number;
        }
        return anchor;
    }

    private static String plain(String heading) {
        StringBuilder kept = new StringBuilder();
        heading.strip().toLowerCase(Locale.ROOT).codePoints().forEach(point -> {
            if (Character.isLetterOrDigit(point) || point == '-' || point == '_') {
                kept.appendCodePoint(point);
            } else if (point == ' ') {
                kept.append('-');
            }
        });
        return kept.isEmpty() ? "section" : kept.toString();
    }
}
