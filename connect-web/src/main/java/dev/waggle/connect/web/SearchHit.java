package dev.waggle.connect.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.waggle.connect.web.address.WebAddress;
import dev.waggle.connect.web.page.SafeLines;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.jsoup.parser.Parser;

/**
 * One result of a search; its texts are single lines.
 *
 * @param title of the page
 * @param url its address
 * @param snippet its text about the query
 * @param date its date of publication, as the engine formats it; empty when the engine gives none
 */
record SearchHit(String title, String url, String snippet, String date) {

    private static final int MAX_TITLE = 300;
    private static final int MAX_SNIPPET = 1_000;
    private static final int MAX_DATE = 50;

    /** Names of the fields of a result, as an engine calls them. */
    record FieldNames(String title, String url, String snippet, String date) {

        /** The results among these items: those with an address of the web, at most that many. */
        List<SearchHit> hits(List<JsonValue> items, int atMost) {
            List<SearchHit> hits = new ArrayList<>();
            for (JsonValue item : items) {
                if (hits.size() == atMost) {
                    break;
                }
                if (item instanceof JsonValue.Obj found && isWeb(text(found, url))) {
                    hits.add(new SearchHit(line(text(found, title), MAX_TITLE),
                            SafeLines.singleLine(text(found, url)), line(text(found, snippet), MAX_SNIPPET),
                            line(text(found, date), MAX_DATE)));
                }
            }
            return hits;
        }

        private static boolean isWeb(String address) {
            String small = address.toLowerCase(Locale.ROOT);
            return address.length() <= WebAddress.MAX_LENGTH
                    && (small.startsWith("http://") || small.startsWith("https://"));
        }
    }

    /** The text of a field, empty when there is none. */
    static String text(JsonValue.Obj from, String field) {
        return from.fields().get(field) instanceof JsonValue.Str text ? text.value() : "";
    }

    JsonValue details() {
        return new JsonObjectBuilder().with("title", title)
                .with("url", url)
                .with("snippet", snippet)
                .withPresent("date", date.isEmpty() ? null : date).json();
    }

    /** Engines quote pages, entities included. */
    private static String line(String text, int max) {
        String start = text.length() <= max ? text : text.substring(0, max);
        return SafeLines.singleLine(Parser.unescapeEntities(start, false));
    }
}
