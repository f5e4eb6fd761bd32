package dev.waggle.connect.web;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import dev.waggle.connect.web.address.WebException;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.world.World;

/** The tools of this module, as the environment of a program configures them. */
public final class WebTools {

    /** Longest time a search may be given, in milliseconds. */
    private static final int MAX_TIMEOUT = 60_000;

    private static final String TIMEOUT_VARIABLE = "BRAVE_TIMEOUT_MS";

    private WebTools() {}

    /**
     * Returns the tool {@code web_fetch} with the default rules and, when an engine is configured, {@code
     * web_search}. The engine is the service at {@code WAGGLE_SEARXNG_URL}, or else Brave with the key in {@code
     * BRAVE_API_KEY} and the time limit in {@code BRAVE_TIMEOUT_MS}. Blank variables count as missing.
     *
     * @throws IllegalArgumentException when a variable holds what cannot be meant; a key is not shown
     */
    public static List<Tool> fromEnvironment(Map<String, String> environment, World world) {
        Tool fetch = new WebFetch(WebPolicy.defaults(), world);
        String searxng = environment.getOrDefault(SearXngSearch.ADDRESS_VARIABLE, "").strip();
        if (!searxng.isEmpty()) {
            return List.of(fetch, WebSearch.searxng(searxng, WebSearch.DEFAULT_TIME_LIMIT, world));
        }
        String key = environment.getOrDefault(BraveSearch.KEY_VARIABLE, "").strip();
        if (!key.isEmpty()) {
            return List.of(fetch, WebSearch.brave(key, timeLimit(environment), world));
        }
        return List.of(fetch);
    }

    private static Duration timeLimit(Map<String, String> environment) {
        String written = environment.getOrDefault(TIMEOUT_VARIABLE, "").strip();
        if (written.isEmpty()) {
            return WebSearch.DEFAULT_TIME_LIMIT;
        }
        int millis = written.matches("[0-9]{1,6}") ? Integer.parseInt(written) : 0;
        if (millis < 1 || millis > MAX_TIMEOUT) {
            throw new IllegalArgumentException(TIMEOUT_VARIABLE + " must be from 1 to " + MAX_TIMEOUT
                    + " milliseconds, got " + WebException.quoted(written));
        }
        return Duration.ofMillis(millis);
    }
}
