package dev.waggle.dashboard;

import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/**
 * Page of a run as one HTML file that opens without a network, with its what-if at work. Its data stand in an element
 * that no browser runs. Its policy allows one script and one style, by their hashes, and no address at all.
 */
public final class RunFile {

    /** Entry of the script. */
    private static final String ENTRY = "file.js";

    private static final int MAX_TITLE = 120;

    private RunFile() {}

    /**
     * The document.
     *
     * @param mask removes what others must not read
     * @param written the time that it names
     */
    public static String html(RunFileData data, RunFileMask mask, Instant written) {
        WebFiles files = WebFiles.shipped();
        String json = mask.json(data.json(written));
        JsonValue view = JsonText.read(mask.json(data.view()));
        String script = ModuleBundle.inElement(text(files, "theme.js")) + ModuleBundle.of(files, ENTRY);
        String style = WebFiles.STYLES.stream().map(name -> text(files, name)).collect(Collectors.joining());
        JsonObjectReader texts = JsonObjectReader.root("texts.json", JsonText.read(WebFiles.texts()));
        String question = textOf(view, "question");
        return """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta http-equiv="Content-Security-Policy" content="%s">
                <meta name="referrer" content="no-referrer">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <title>%s</title>
                <style>%s</style>
                </head>
                <body data-page="run" data-argument="">
                <a class="skip" href="#main">%s</a>
                <header class="bar"><span class="brand">%s</span><div class="file-note" id="note"></div>
                <div id="tools" class="tools"></div></header>
                <main id="main" tabindex="-1"><noscript>%s</noscript></main>
                <script type="application/json" id="data">%s</script>
                <script>%s</script>
                </body>
                </html>
                """.formatted(PageShell.escaped(policy(script, style)), PageShell.escaped(title(question)), style,
                word(texts, "skip"), word(texts, "title"), summary(view, question), inData(json), script);
    }

    private static String policy(String script, String style) {
        return "default-src 'none'; script-src " + ContentHash.of(script) + "; style-src " + ContentHash.of(style)
                + "; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
    }

    /** JSON within an element: nothing in it ends the element, begins a comment, or is a line break of JavaScript. */
    private static String inData(String json) {
        return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
                .replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
    }

    private static String title(String question) {
        int end = question.offsetByCodePoints(0, Math.min(MAX_TITLE, question.codePointCount(0, question.length())));
        return "Waggle: " + question.substring(0, end);
    }

    /** The answer for a browser without scripts. */
    private static String summary(JsonValue view, String question) {
        return "<h1>" + PageShell.escaped(question) + "</h1><p>"
                + field(view, "answer").map(answer -> PageShell.escaped(textOf(answer, "text"))).orElse("") + "</p>";
    }

    private static Optional<JsonValue> field(JsonValue object, String name) {
        return object instanceof JsonValue.Obj(var fields) ? Optional.ofNullable(fields.get(name)) : Optional.empty();
    }

    /** The text of a field; empty if it has none. */
    private static String textOf(JsonValue object, String name) {
        return field(object, name).map(value -> value instanceof JsonValue.Str(String text) ? text : "").orElse("");
    }

    private static String word(JsonObjectReader texts, String name) {
        return PageShell.escaped(texts.object("app").text(name));
    }

    private static String text(WebFiles files, String name) {
        return files.file(name).orElseThrow(() -> new IllegalStateException("no file " + name + " of the pages"))
                .text();
    }
}
