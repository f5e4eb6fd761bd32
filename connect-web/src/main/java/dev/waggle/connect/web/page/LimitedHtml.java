package dev.waggle.connect.web.page;

/**
 * HTML limited for a parser, in one pass. A parser's work grows with the number of tags times the number of open
 * ones. It also grows with the square of the length of a tag's name. So the text after the limit of tags is cut off,
 * and a {@code <} with a name without end is written as text.
 *
 * @param html the HTML to parse
 * @param isCut whether something was cut off
 */
record LimitedHtml(String html, boolean isCut) {

    /** Maximum number of tags, opening and closing; ten times the number in a long article. */
    static final int MAX_TAGS = 100_000;

    /** Longest name of a tag, in characters; custom elements have some twenty. */
    static final int MAX_NAME = 100;

    static LimitedHtml of(String html) {
        StringBuilder safeHtml = new StringBuilder(html.length() + 64);
        int tags = 0;
        int from = 0;
        int at = html.indexOf('<');
        while (at >= 0) {
            int name = at + 1 < html.length() && html.charAt(at + 1) == '/' ? at + 2 : at + 1;
            if (name < html.length() && isLetter(html.charAt(name))) {
                if (tags == MAX_TAGS) {
                    return new LimitedHtml(safeHtml.append(html, from, at).toString(), true);
                }
                tags++;
                if (!endsInTime(html, name)) {
                    safeHtml.append(html, from, at).append("&lt;");
                    from = at + 1;
                }
            }
            at = html.indexOf('<', at + 1);
        }
        return new LimitedHtml(safeHtml.append(html, from, html.length()).toString(), false);
    }

    private static boolean endsInTime(String html, int name) {
        int last = Math.min(html.length(), name + MAX_NAME);
        for (int i = name; i < last; i++) {
            switch (html.charAt(i)) {
                case ' ', '\t', '\n', '\r', '\f', '/', '>' -> {
                    return true;
                }
                case '<' -> {
                    return false;
                }
                default -> {}
            }
        }
        return false;
    }

    private static boolean isLetter(char unit) {
        return (unit >= 'a' && unit <= 'z') || (unit >= 'A' && unit <= 'Z');
    }
}
