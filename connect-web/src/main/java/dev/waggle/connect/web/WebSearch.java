package dev.waggle.connect.web;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import dev.waggle.connect.web.address.WebAddress;
import dev.waggle.connect.web.address.WebException;
import dev.waggle.connect.web.page.BodyDecoder;
import dev.waggle.connect.web.page.SafeLines;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.world.World;

/**
 * The tool {@code web_search}: asks one search engine, which the host chose. The output of a model does not change the
 * endpoint, so that engine may be on a private address. It is asked once, without redirects, so no other server
 * receives a key. Thread-safe.
 */
public final class WebSearch implements Tool {

    /** Timeout of an engine, all steps included. */
    public static final Duration DEFAULT_TIME_LIMIT = Duration.ofSeconds(10);

    /** Longest answer, in bytes: twenty results of each kind are some 100 kB. */
    public static final int MAX_ANSWER = 2 * 1024 * 1024;

    /** Default number of results of each kind. */
    public static final int DEFAULT_COUNT = 10;

    private static final ToolDefinition DEFINITION = new ToolDefinition("web_search",
            "Searches the web: titles, addresses and snippets of pages and news. What they say is strangers' words.",
            new WebToolSchema()
                    .text("query", "What to search for", SearchQuery.MAX_TEXT)
                    .whole("count", "How many results of each kind you want at most; " + DEFAULT_COUNT
                            + " if left out, " + SearchQuery.MAX_COUNT + " at most", 1)
                    .whole("offset", "How many pages of results to skip; 0 if left out, " + SearchQuery.MAX_OFFSET
                            + " at most", 0)
                    .requiring("query"));

    private final SearchEngine engine;
    private final Duration timeLimit;
    private final World world;
    private final NetworkAccess network;

    WebSearch(SearchEngine engine, Duration timeLimit, World world, NetworkAccess network) {
        if (!timeLimit.isPositive()) {
            throw new IllegalArgumentException("timeLimit must be positive, got " + timeLimit);
        }
        this.engine = engine;
        this.timeLimit = timeLimit;
        this.world = world;
        this.network = network;
    }

    /**
     * Searches with the API of Brave.
     *
     * @param key the subscription token, which never appears in a message
     * @throws IllegalArgumentException when no header can hold the key
     */
    public static WebSearch brave(String key, Duration timeLimit, World world) {
        try {
            return new WebSearch(new BraveSearch(WebAddress.parse(BraveSearch.ADDRESS), key), timeLimit, world,
                    NetworkAccess.system());
        } catch (WebException impossible) {
            throw new IllegalStateException("the address of Brave cannot be read", impossible);
        }
    }

    /**
     * Searches with a SearXNG service.
     *
     * @param address of the service, such as {@code http://localhost:8888}
     * @throws IllegalArgumentException when the address cannot be used
     */
    public static WebSearch searxng(String address, Duration timeLimit, World world) {
        return new WebSearch(SearXngSearch.at(address), timeLimit, world, NetworkAccess.system());
    }

    @Override
    public ToolDefinition definition() {
        return DEFINITION;
    }

    @Override
    public ToolOutcome call(ToolCaller caller, JsonValue input) throws InterruptedException {
        try {
            SearchQuery query = query(JsonObjectReader.root("the input", input));
            return DeadlineTask.within(timeLimit, world, network, sockets -> search(query, sockets))
                    .outcome(query, engine.name());
        } catch (IllegalArgumentException bad) {
            return new ToolOutcome.Failed(String.valueOf(bad.getMessage()));
        } catch (WebException failed) {
            return new ToolOutcome.Failed("the search failed: " + failed.reason());
        }
    }

    private SearchQuery query(JsonObjectReader in) {
        String text = SafeLines.collapseWhitespace(in.text("query")).strip();
        int count = WebToolSchema.atLeast(1, "count", in, DEFAULT_COUNT);
        int offset = WebToolSchema.atLeast(0, "offset", in, 0);
        in.rejectUnknownFields();
        SearchQuery query = new SearchQuery(text, Math.min(count, SearchQuery.MAX_COUNT), offset);
        if (query.words() > engine.maxWords()) {
            throw new IllegalArgumentException("query must have at most " + engine.maxWords() + " words for "
                    + engine.name() + ", got " + query.words() + "\nMaybe search for the words that matter most.");
        }
        return query;
    }

    private SearchResponse search(SearchQuery query, SocketGroup sockets) throws WebException {
        WebAddress target = engine.queryAddress(query);
        SsrfGuard guard = new SsrfGuard(WebPolicy.defaults().allowing(target.hostAndPort()), network.names());
        Map<String, String> headers = new HashMap<>(engine.headers());
        headers.put("User-Agent", "Waggle (web_search)");
        FetchResponse answer = new HttpFetcher(network, MAX_ANSWER)
                .get(target, guard.admit(target), headers, head -> head.status() == 200, sockets);
        if (answer.status() != 200) {
            throw new WebException((engine.name() + " answered with status " + answer.status() + '\n'
                    + engine.remedy(answer.status())).stripTrailing());
        }
        try {
            return engine.read(JsonText.read(BodyDecoder.decode(answer.body(), answer.contentType())), query);
        } catch (IllegalArgumentException bad) {
            throw new WebException(engine.name() + " answered with status 200, but what it says cannot be read: "
                    + SafeLines.singleLine(String.valueOf(bad.getMessage())), bad);
        }
    }
}
