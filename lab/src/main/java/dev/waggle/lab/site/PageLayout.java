package dev.waggle.lab.site;

/** The frame of a page: head, landmarks, navigation, search and the switch of the theme. */
final class PageLayout {

    static final String STYLE = "site.css";
    static final String SCRIPT = "site.js";
    static final String INDEX = "search.js";

    /** Nothing is loaded but files of the site; {@code file:} is the folder that it is opened from. */
    private static final String POLICY = "default-src 'none'; img-src 'self' file: data:; style-src 'self' file:;"
            + " script-src 'self' file:; base-uri 'none'; form-action 'none'";

    private final SiteNavigation navigation;

    PageLayout(SiteNavigation navigation) {
        this.navigation = navigation;
    }

    /**
     * A whole page.
     *
     * @param file its place in the site
     * @param title its title
     * @param body HTML of its content
     */
    String page(String file, String title, String body) {
        String root = SitePaths.root(file);
        String shown = title.equals("Waggle") ? title : title + " - Waggle";
        return """
                <!doctype html>
                <html lang="en" data-root="%s">
                <head>
                <meta charset="utf-8">
                <meta http-equiv="Content-Security-Policy" content="%s">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%s</title>
                <link rel="icon" href="data:,">
                <link rel="stylesheet" href="%s">
                <script src="%s"></script>
                </head>
                <body>
                <a class="skip" href="#content">Skip to the content</a>
                <header>
                <a class="home" href="%s">Waggle</a>
                <div class="search" role="search">
                <label for="search">Search</label>
                <input id="search" type="search" autocomplete="off" placeholder="Press / to search" disabled>
                </div>
                <button id="theme" type="button" hidden>Dark</button>
                </header>
                <section id="found" aria-label="Search results" hidden>
                <p id="found-count" role="status"></p>
                <ol id="found-list"></ol>
                </section>
                <div class="columns">
                <nav aria-label="Pages">
                %s</nav>
                <main id="content" tabindex="-1">
                %s</main>
                </div>
                </body>
                </html>
                """.formatted(HtmlText.escaped(root), HtmlText.escaped(POLICY), HtmlText.escaped(shown), root + STYLE,
                root + SCRIPT, root + "index.html", navigation.html(file), body);
    }
}
