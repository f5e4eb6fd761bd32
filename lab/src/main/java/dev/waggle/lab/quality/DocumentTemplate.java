package dev.waggle.lab.quality;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Prose of a document, with the names of figures and tables in double braces. */
final class DocumentTemplate {

    private static final Pattern FIGURE = Pattern.compile("\\{\\{([a-z0-9-]+)}}");

    private final String name;
    private final String text;

    /** The template of that name beside this class. */
    DocumentTemplate(String name) throws IOException {
        this.name = name;
        try (InputStream in = Objects.requireNonNull(DocumentTemplate.class.getResourceAsStream(name), name)) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The prose between the figures, in order. */
    List<String> prose() {
        return List.of(FIGURE.split(text, -1));
    }

    /** The names of the figures. */
    List<String> names() {
        List<String> names = new ArrayList<>();
        for (Matcher figure = FIGURE.matcher(text); figure.find();) {
            names.add(figure.group(1));
        }
        return names;
    }

    /** The document with these figures, by name; refuses a name without one. */
    String fill(Map<String, String> figures) {
        return FIGURE.matcher(text).replaceAll(figure -> {
            String value = figures.get(figure.group(1));
            if (value == null) {
                throw new IllegalArgumentException(name + " needs the figure " + figure.group(1) + ", known are "
                        + figures.keySet());
            }
            return Matcher.quoteReplacement(value);
        });
    }
}
