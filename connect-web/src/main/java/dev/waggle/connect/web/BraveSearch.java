package dev.waggle.connect.web;

import java.util.List;
import java.util.Map;

import dev.waggle.connect.web.address.WebAddress;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/**
 * The search API of Brave.
 *
 * @param endpoint the address of its search
 * @param key the subscription token; it goes into one header and nowhere else
 */
record BraveSearch(WebAddress endpoint, String key) implements SearchEngine {

    static final String ADDRESS = "https://api.search.brave.com/res/v1/web/search";
    static final String KEY_VARIABLE = "BRAVE_API_KEY";

    /**
     * Largest number of words in a query, beside its 400 characters. Source: Brave Search API, Web search, parameter
     * {@code q} (api-dashboard.search.brave.com/api-reference/web/search/get), read in November 2026.
     */
    static final int MAX_WORDS = 50;

    private static final SearchHit.FieldNames SPELLING = new SearchHit.FieldNames("title", "url", "description", "age");

    /** @throws IllegalArgumentException when the key has characters that no header can hold */
    BraveSearch {
        if (!key.matches("[!-~]{1,1000}")) {
            throw new IllegalArgumentException("the key of Brave must be visible ASCII characters without spaces"
                    + "\nMaybe " + KEY_VARIABLE + " was copied with a line end or quotes.");
        }
    }

    @Override
    public String name() {
        return "Brave";
    }

    @Override
    public int maxWords() {
        return MAX_WORDS;
    }

    @Override
    public WebAddress queryAddress(SearchQuery query) {
        return new WebAddress(endpoint.scheme(), endpoint.host(), endpoint.port(), endpoint.path() + "?q="
                + query.encoded() + "&count=" + query.count() + "&offset=" + query.offset()
                + "&text_decorations=false");
    }

    @Override
    public Map<String, String> headers() {
        return Map.of("Accept", "application/json", "X-Subscription-Token", key);
    }

    @Override
    public SearchResponse read(JsonValue answer, SearchQuery query) {
        JsonObjectReader in = JsonObjectReader.root("the answer", answer);
        return new SearchResponse(hits(in, "web", query), hits(in, "news", query));
    }

    @Override
    public String remedy(int status) {
        return switch (status) {
            case 401, 403 -> "Maybe the key in " + KEY_VARIABLE + " is missing, mistyped or not for this service.";
            case 422 -> "Maybe it refuses the query or a parameter, not the key: search for fewer and plainer words.";
            case 429 -> "Maybe the quota of the key in " + KEY_VARIABLE + " is used up; wait before the next search.";
            default -> "";
        };
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "Brave[" + endpoint + "]";
    }

    private static List<SearchHit> hits(JsonObjectReader in, String section, SearchQuery query) {
        JsonValue value = in.optional(section);
        if (value == null || value instanceof JsonValue.Null) {
            return List.of();
        }
        return in.object(section).value("results") instanceof JsonValue.Arr results
                ? SPELLING.hits(results.items(), query.count())
                : List.of();
    }
}
