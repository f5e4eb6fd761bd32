package dev.waggle.cli.browser;

import java.util.List;
import java.util.Objects;

/** Questions that all pages answer. */
final class PageState {

    private static final String WIDE = """
            [...document.querySelectorAll("body, body *")]
                .filter(e => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1
                    && !scrolls(e.parentElement))
                .slice(0, 5).map(e => e.tagName + "." + e.className + " " + Math.round(e.getBoundingClientRect().right))
            """;
    /** An element that scrolls by itself may hold a wider one, such as a table. */
    private static final String SCROLLS = """
            const scrolls = e => e !== null && e !== document.body && (["auto", "scroll", "hidden", "clip"]
                .includes(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
            """;
    private static final String BYTES = """
            [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
                .reduce((sum, one) => sum + one.transferSize, 0)
            """;

    private PageState() {}

    /** Waits until a page has loaded what it shows first. */
    static void awaitReady(BrowserWindow window) {
        window.until("document.readyState === 'complete' && document.querySelector('main h1') !== null"
                + " && document.querySelector('main .loading, main [aria-busy=true]') === null");
        var _ = window.value("document.fonts.ready.then(() => true)");
    }

    /** Bytes over the wire of a page that was just opened, compressed as they came. */
    static long bytes(BrowserWindow window) {
        return window.number(BYTES);
    }

    /** Elements that reach over the right edge, so that the page scrolls sideways. */
    static List<?> wideElements(BrowserWindow window) {
        window.until("innerWidth > 0");
        if (window.number("document.documentElement.scrollWidth") <= window.number("innerWidth")) {
            return List.of();
        }
        return (List<?>) Objects.requireNonNull(window.value("(() => {" + SCROLLS + "return " + WIDE + "})()"));
    }
}
