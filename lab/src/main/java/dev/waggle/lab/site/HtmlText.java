package dev.waggle.lab.site;

/** Text as content or attribute of HTML. */
final class HtmlText {

    private HtmlText() {}

    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
