package dev.waggle.swarm.reaction.reply.text;

/** Quotation marks that models use for those of JSON, and the marks that close them. */
final class QuoteMarks {

    private static final String OPENING = "\"'`“”„‟‘’‚«»‹›「『＂＇";

    private QuoteMarks() {}

    static boolean opens(char unit) {
        return OPENING.indexOf(unit) >= 0;
    }

    /** True if that mark can close a text with that opening mark. */
    static boolean closes(char opening, char unit) {
        return switch (opening) {
            case '"' -> unit == '"';
            case '\'' -> unit == '\'';
            case '`' -> unit == '`' || unit == '´' || unit == '\'';
            case '“', '”', '„', '‟' -> unit == '”' || unit == '“' || unit == '‟' || unit == '"';
            case '‘', '’', '‚' -> unit == '’' || unit == '‘' || unit == '\'';
            case '«' -> unit == '»';
            case '»' -> unit == '«' || unit == '»';
            case '‹' -> unit == '›';
            case '›' -> unit == '‹' || unit == '›';
            case '「' -> unit == '」';
            case '『' -> unit == '』';
            case '＂' -> unit == '＂' || unit == '"';
            case '＇' -> unit == '＇' || unit == '\'';
            default -> false;
        };
    }
}
