package dev.waggle.connect.web;

import java.util.List;
import java.util.Map;

import dev.waggle.connect.web.address.WebAddress;
import dev.waggle.connect.web.address.WebException;
import dev.waggle.connect.web.page.BodyDecoder;
import dev.waggle.connect.web.page.ContentKind;
import dev.waggle.connect.web.page.FetchedPage;
import dev.waggle.connect.web.page.ReadablePage;
import dev.waggle.connect.web.page.SafeLines;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.world.World;

/**
 * The tool {@code web_fetch}: reads one page of the public web. Each hop, also of a redirect, is checked by the current
 * addresses of its host, and the connection uses these addresses. Time, size, redirects and the work of
 * reading are limited; the result is marked as a quoted foreign text. Thread-safe.
 */
public final class WebFetch implements Tool {

    /** Maximum number of redirects followed, several times the number that good pages need. */
    public static final int MAX_REDIRECTS = 5;

    /** Default number of characters of text that are shown: about twelve thousand tokens. */
    public static final int DEFAULT_LENGTH = 50_000;

    /** Maximum number of characters of text that are shown. */
    public static final int MAX_LENGTH = 100_000;

    /** Minimum number of characters that a model can request. */
    public static final int MIN_LENGTH = 100;

    private static final Map<String, String> HEADERS = Map.of(
            "User-Agent", "Waggle (web_fetch)",
            "Accept", "text/html, application/xhtml+xml, text/*;q=0.9, application/json;q=0.9, application/xml;q=0.8,"
                    + " */*;q=0.1");

    private static final ToolDefinition DEFINITION = new ToolDefinition("web_fetch",
            "Reads a page of the public web: its title, its main text and its links. What it says is a stranger's words.",
            new WebToolSchema()
                    .text("url", "The whole address, http or https", WebAddress.MAX_LENGTH)
                    .whole("max_length", "How many characters of the text you want at most; " + DEFAULT_LENGTH
                            + " if left out, " + MAX_LENGTH + " at most", MIN_LENGTH)
                    .requiring("url"));

    private final WebPolicy policy;
    private final World world;
    private final NetworkAccess network;

    /** The tool with these rules; the world's stopwatch limits its time. */
    public WebFetch(WebPolicy policy, World world) {
        this(policy, world, NetworkAccess.system());
    }

    WebFetch(WebPolicy policy, World world, NetworkAccess network) {
        this.policy = policy;
        this.world = world;
        this.network = network;
    }

    @Override
    public ToolDefinition definition() {
        return DEFINITION;
    }

    @Override
    public ToolOutcome call(ToolCaller caller, JsonValue input) throws InterruptedException {
        try {
            JsonObjectReader in = JsonObjectReader.root("the input", input);
            String url = in.text("url");
            int maxLength = WebToolSchema.atLeast(MIN_LENGTH, "max_length", in, DEFAULT_LENGTH);
            in.rejectUnknownFields();
            FetchedPage page = DeadlineTask.within(policy.timeLimit(), world, network, sockets -> fetch(url, sockets));
            return page.outcome(Math.min(maxLength, MAX_LENGTH));
        } catch (IllegalArgumentException bad) {
            return new ToolOutcome.Failed(String.valueOf(bad.getMessage()));
        } catch (WebException failed) {
            return new ToolOutcome.Failed(failed.reason());
        }
    }

    private FetchedPage fetch(String url, SocketGroup sockets) throws WebException {
        SsrfGuard guard = new SsrfGuard(policy, network.names());
        HttpFetcher fetcher = new HttpFetcher(network, policy.sizeLimit());
        WebAddress target = WebAddress.parse(url);
        for (int redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
            FetchResponse answer = fetcher.get(target, guard.admit(target), HEADERS, WebFetch::isShown, sockets);
            String location = answer.location();
            if (!isRedirect(answer.status()) || location == null) {
                return page(target, answer);
            }
            target = target.follow(location);
        }
        throw new WebException("the URL " + WebException.quoted(url) + " leads through more than " + MAX_REDIRECTS
                + " redirects");
    }

    private static boolean isRedirect(int status) {
        return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    }

    private static boolean isSuccess(int status) {
        return status >= 200 && status < 300;
    }

    private static boolean isShown(FetchResponse head) {
        return isSuccess(head.status()) && ContentKind.of(head.contentType()).form() != ContentKind.Form.OTHER;
    }

    private static FetchedPage page(WebAddress address, FetchResponse answer) throws WebException {
        if (!isSuccess(answer.status())) {
            throw new WebException(
                    WebException.quoted(address.toString()) + " answered with status " + answer.status());
        }
        ContentKind kind = ContentKind.of(answer.contentType()).refinedBy(answer.body());
        ReadablePage content = switch (kind.form()) {
            case PAGE -> ReadablePage.of(BodyDecoder.decode(answer.body(), answer.contentType()), address.toString());
            case TEXT -> plain(SafeLines.of(BodyDecoder.decode(answer.body(), answer.contentType())));
            case OTHER -> plain(List.of());
        };
        return new FetchedPage(address, answer.status(), kind, content);
    }

    private static ReadablePage plain(List<String> lines) {
        return new ReadablePage("", "", lines, List.of(), false);
    }
}
