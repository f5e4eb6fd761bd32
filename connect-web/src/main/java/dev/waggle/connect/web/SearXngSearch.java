package dev.waggle.connect.web;

import java.util.List;
import java.util.Map;

import dev.waggle.connect.web.address.WebAddress;
import dev.waggle.connect.web.address.WebException;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/**
 * A SearXNG service, private or public.
 *
 * @param endpoint the address of its search
 */
record SearXngSearch(WebAddress endpoint) implements SearchEngine {

    static final String ADDRESS_VARIABLE = "WAGGLE_SEARXNG_URL";

    private static final SearchHit.FieldNames SPELLING = new SearchHit.FieldNames("title", "url", "content",
            "publishedDate");

    /** The service at that address, written with or without {@code /search} at its end. */
    static SearXngSearch at(String address) {
        try {
            WebAddress base = WebAddress.parse(address);
            String path = base.path().replaceAll("/+$", "");
            if (path.indexOf('?') >= 0) {
                throw new WebException("it must have no query");
            }
            return new SearXngSearch(new WebAddress(base.scheme(), base.host(), base.port(),
                    path.endsWith("/search") ? path : path + "/search"));
        } catch (WebException bad) {
            throw new IllegalArgumentException("the address of SearXNG cannot be used: " + bad.reason()
                    + "\nMaybe " + ADDRESS_VARIABLE + " should be like http://localhost:8888.", bad);
        }
    }

    @Override
    public String name() {
        return "SearXNG";
    }

    /** The limit of the characters is the only one. */
    @Override
    public int maxWords() {
        return SearchQuery.MAX_TEXT;
    }

    @Override
    public WebAddress queryAddress(SearchQuery query) {
        return new WebAddress(endpoint.scheme(), endpoint.host(), endpoint.port(), endpoint.path() + "?q="
                + query.encoded() + "&format=json&categories=general,news&pageno=" + (query.offset() + 1));
    }

    @Override
    public Map<String, String> headers() {
        return Map.of("Accept", "application/json");
    }

    @Override
    public SearchResponse read(JsonValue answer, SearchQuery query) {
        JsonObjectReader in = JsonObjectReader.root("the answer", answer);
        if (!(in.value("results") instanceof JsonValue.Arr results)) {
            throw in.invalid("results", "an array");
        }
        List<JsonValue> news = results.items().stream().filter(SearXngSearch::isNews).toList();
        List<JsonValue> web = results.items().stream().filter(item -> !isNews(item)).toList();
        return new SearchResponse(SPELLING.hits(web, query.count()), SPELLING.hits(news, query.count()));
    }

    @Override
    public String remedy(int status) {
        return switch (status) {
            case 403 -> "Maybe its settings.yml does not list json under search.formats.";
            case 429 -> "Maybe its limiter counts this host as a robot; wait, or allow the host there.";
            default -> "";
        };
    }

    private static boolean isNews(JsonValue item) {
        return item instanceof JsonValue.Obj hit && SearchHit.text(hit, "category").equals("news");
    }
}
