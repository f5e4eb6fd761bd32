package dev.waggle.lab.site;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The few elements of raw HTML that our Markdown uses, written anew with their allowed attributes alone. */
final class HtmlAllowlist {

    private static final Map<String, Set<String>> ELEMENTS = Map.of("picture", Set.of(), "source",
            Set.of("media", "srcset"), "img", Set.of("src", "alt", "width", "height"), "br", Set.of(), "kbd", Set.of(),
            "sub", Set.of(), "sup", Set.of());
    private static final Pattern TAG = Pattern.compile("<(/?)([A-Za-z][A-Za-z0-9]*)((?:[^>\"]|\"[^\"]*\")*)>");
    private static final Pattern ATTRIBUTE = Pattern.compile("\\s+([a-z]+)=\"([^\"]*)\"");
    private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?-->");

    private HtmlAllowlist() {}

    /**
     * Raw HTML as it stands in the site.
     *
     * @param html the HTML of a page
     * @param images gives the address of an image in the site
     * @throws IllegalArgumentException if an element or an attribute is not allowed
     */
    static String cleaned(String html, ImagePlaces images) {
        String text = COMMENT.matcher(html).replaceAll("");
        StringBuilder cleaned = new StringBuilder();
        Matcher tag = TAG.matcher(text);
        int from = 0;
        while (tag.find()) {
            cleaned.append(HtmlText.escaped(text.substring(from, tag.start())))
                    .append(element(tag.group(1), tag.group(2).toLowerCase(Locale.ROOT), tag.group(3), images));
            from = tag.end();
        }
        return cleaned.append(HtmlText.escaped(text.substring(from))).toString();
    }

    private static String element(String slash, String name, String attributes, ImagePlaces images) {
        Set<String> allowed = ELEMENTS.get(name);
        if (allowed == null) {
            throw new IllegalArgumentException("the element <" + name + "> is not one of " + ELEMENTS.keySet().stream()
                    .sorted().toList());
        }
        StringBuilder written = new StringBuilder("<").append(slash).append(name);
        Matcher attribute = ATTRIBUTE.matcher(attributes);
        int end = 0;
        while (attribute.find() && attribute.start() == end) {
            String key = attribute.group(1);
            if (!allowed.contains(key)) {
                throw new IllegalArgumentException("the attribute " + key + " of <" + name + "> is not allowed");
            }
            String value = key.equals("src") || key.equals("srcset") ? images.address(attribute.group(2))
                    : attribute.group(2);
            written.append(' ').append(key).append("=\"").append(HtmlText.escaped(value)).append('"');
            end = attribute.end();
        }
        String rest = attributes.substring(end).strip();
        if (!rest.isEmpty() && !rest.equals("/")) {
            throw new IllegalArgumentException("the attributes \"" + rest + "\" of <" + name + "> are not readable");
        }
        return written.append('>').toString();
    }

    /** The place of an image in the site. */
    interface ImagePlaces {

        String address(String destination);
    }
}
