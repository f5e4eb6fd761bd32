package dev.waggle.server.api.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import dev.waggle.dashboard.PageShell;
import dev.waggle.dashboard.WebFile;
import dev.waggle.dashboard.WebFiles;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.http.Problem;
import dev.waggle.server.http.ProblemException;

/**
 * Pages and their files, open to all: they hold nothing of the folder, which scripts read by the operations of the API.
 * A file is below the version of all files, so that a browser keeps it for ever.
 */
public final class PagesApi {

    /** Media type of a page. */
    private static final String HTML = "text/html; charset=utf-8";

    /** Nothing but files and operations of this server, and no script in a page itself. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
            + "require-trusted-types-for 'script'; trusted-types 'none'";

    private static final List<Problem.Header> PAGE_HEADERS = List.of(
            new Problem.Header("Content-Security-Policy", POLICY), new Problem.Header("Referrer-Policy", "no-referrer"),
            new Problem.Header("X-Frame-Options", "DENY"),
            new Problem.Header("Cross-Origin-Opener-Policy", "same-origin"));

    private static final String ACCEPT = "Accept";
    private static final String ACCEPT_ENCODING = "Accept-Encoding";
    private static final Parameter ENCODINGS = Parameter.header(ACCEPT_ENCODING, "Encodings that the browser reads.");

    /** Pages by their paths; a name in braces is the argument of the page. */
    private static final Map<String, String> PAGES = Map.ofEntries(Map.entry("/runs/{argument}", "run"),
            Map.entry("/new", "new"), Map.entry("/compare", "compare"), Map.entry("/signals", "signals"),
            Map.entry("/threads", "threads"), Map.entry("/inboxes", "inboxes"),
            Map.entry("/reputation", "reputation"), Map.entry("/memory", "memory"), Map.entry("/log", "log"),
            Map.entry("/seats", "seats"), Map.entry("/seat/{argument}", "seat"));

    private final Map<String, CompressedText> files = new ConcurrentHashMap<>();

    /** All of them but the first page, which {@link #home} answers. */
    public List<Operation> operations() {
        List<Operation> all = new ArrayList<>();
        PAGES.forEach((path, page) -> {
            Operation operation = Operation.of(
                    "open" + page.substring(0, 1).toUpperCase(Locale.ROOT) + page.substring(1) + "Page",
                    HttpVerb.GET, path, "Shows a page.", call -> page(page, path.contains("{argument}")
                            ? call.path("argument")
                            : ""))
                    .in(Operation.PRIVATE).answering(AnswerForm.of(200, "The page.", HTML)).showingPage();
            all.add(path.contains("{argument}")
                    ? operation.with(Parameter.path("argument", "What the page shows."))
                    : operation);
        });
        all.add(Operation.of("getPageFile", HttpVerb.GET, "/assets/{version}/{file}", "Returns a file of the pages.",
                this::file).in(Operation.PRIVATE)
                .with(Parameter.path("version", "Version of the files."), Parameter.path("file", "Name of the file."),
                        ENCODINGS)
                .answering(AnswerForm.of(200, "The file.", "text/javascript")).refusing(404));
        return all;
    }

    /** The first page, for a request that accepts one; empty for other clients. */
    public static Optional<ApiAnswer> home(ApiCall call) {
        return call.header(ACCEPT).filter(types -> types.contains("text/html")).map(_ -> page("runs", ""));
    }

    /** The header by which {@link #home} tells browsers from other clients. */
    public static Parameter accepted() {
        return Parameter.header(ACCEPT, "Media types that the client reads.");
    }

    private static ApiAnswer page(String page, String argument) {
        return new ApiAnswer.Page(HTML, Pages.SHELL.html(page, argument), PAGE_HEADERS);
    }

    private ApiAnswer file(ApiCall call) {
        WebFiles shipped = WebFiles.shipped();
        WebFile file = Optional.of(call.path("version")).filter(shipped.version()::equals)
                .flatMap(_ -> shipped.file(call.path("file")))
                .orElseThrow(() -> ProblemException.of(404, "there is no such file of the pages"
                        + "\nMaybe load the page again."));
        CompressedText text = files.computeIfAbsent(file.name(), _ -> CompressedText.of(file.bytes()));
        boolean isSmall = call.header(ACCEPT_ENCODING).filter(CompressedText::isAccepted).isPresent();
        return new ApiAnswer.Asset(file.type(), isSmall ? text.compressed() : text.plain(), isSmall);
    }

    /** Made at the first page, not at the start of a server. */
    private static final class Pages {
        private static final PageShell SHELL = new PageShell(WebFiles.shipped());
    }
}
