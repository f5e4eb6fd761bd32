package dev.waggle.dashboard;

import java.util.List;
import java.util.stream.Collectors;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectReader;

/**
 * HTML around the pages: head, navigation and the place of the page. A module fills the place. It has no script and no
 * style inside, so that the policy of its answer can forbid both.
 */
public final class PageShell {

    /** Pages in the navigation, with their addresses. */
    private static final List<NavigationItem> NAVIGATION = List.of(new NavigationItem("runs", "/"),
            new NavigationItem("seats", "/seats"), new NavigationItem("signals", "/signals"),
            new NavigationItem("threads", "/threads"), new NavigationItem("inboxes", "/inboxes"),
            new NavigationItem("reputation", "/reputation"), new NavigationItem("memory", "/memory"),
            new NavigationItem("log", "/log"));

    private final WebFiles files;
    private final JsonObjectReader texts;

    public PageShell(WebFiles files) {
        this.files = files;
        this.texts = JsonObjectReader.root("texts.json", JsonText.read(WebFiles.texts()));
    }

    private record NavigationItem(String page, String path) {}

    /**
     * The document of a page.
     *
     * @param page its name, such as {@code run}
     * @param argument what its address names, such as the id of a run; empty for none
     */
    public String html(String page, String argument) {
        String styles = WebFiles.STYLES.stream()
                .map(name -> "<link rel=\"stylesheet\" href=\"" + files.path(name) + "\">\n")
                .collect(Collectors.joining());
        return """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <title>%s</title>
                <link rel="icon" type="image/svg+xml" href="%s">
                %s<script src="%s"></script>
                <script type="module" src="%s"></script>
                </head>
                <body data-page="%s" data-argument="%s">
                <a class="skip" href="#main">%s</a>
                <header class="bar">
                <a class="brand" href="/"><img src="%s" alt="" width="24" height="24"><span>Waggle</span></a>
                <nav aria-label="%s">
                <ul>
                %s</ul>
                </nav>
                <div id="tools" class="tools"></div>
                </header>
                <main id="main" tabindex="-1"><p class="quiet" role="status">%s</p></main>
                <noscript><p class="problem">%s</p></noscript>
                </body>
                </html>
                """.formatted(text("app", "title"), files.path("icon.svg"), styles, files.path("theme.js"),
                files.path("app.js"), escaped(page), escaped(argument), text("app", "skip"), files.path("icon.svg"),
                text("app", "navigation"), navigation(page), text("app", "loading"), text("app", "noscript"));
    }

    private String navigation(String page) {
        return NAVIGATION.stream().map(item -> "<li><a href=\"" + item.path() + '"'
                + (item.page().equals(page) ? " aria-current=\"page\"" : "") + '>' + text("nav", item.page())
                + "</a></li>\n").collect(Collectors.joining());
    }

    private String text(String block, String name) {
        return escaped(texts.object(block).text(name));
    }

    /** The text as HTML, in an element or in an attribute within quotes. */
    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
