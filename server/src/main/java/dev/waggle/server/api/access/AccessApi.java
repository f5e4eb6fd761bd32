package dev.waggle.server.api.access;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.access.ServerAccess;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.ApiDoc;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.http.ProblemException;
import org.jspecify.annotations.Nullable;

/** Operations of logins. */
public final class AccessApi {

    private static final String GROUP = "access";
    private static final String LOGIN = "login";
    private static final String HOST = "Host";
    private static final String COOKIE = "Cookie";

    private final ServerAccess access;
    private final Parameter accepted;
    private final Function<ApiCall, Optional<ApiAnswer>> home;

    /**
     * Logins of a server.
     *
     * @param accepted the header by which a page is asked for
     * @param home the first page; empty for a client that is no browser
     */
    public AccessApi(ServerAccess access, Parameter accepted, Function<ApiCall, Optional<ApiAnswer>> home) {
        this.access = access;
        this.accepted = accepted;
        this.home = home;
    }

    /** Beginning of the API. */
    public record EntryPage(@ApiDoc("The name of the program.") String name,
            @ApiDoc("The path of the OpenAPI document.") String document) {}

    /** Ticket for a browser of the owner. */
    public record LoginTicket(@ApiDoc("The path with the ticket, for one login within ten minutes.") String path) {}

    /** Rights of the sender of a request. */
    public record CallerRights(@ApiDoc("Whether it has credentials that are valid.") boolean authenticated,
            @ApiDoc("Name of its token, owner or anonymous.") String name,
            @ApiDoc("Its rights; admin is all of them.") List<String> scopes,
            @ApiDoc("The agent as which alone it speaks; absent for any.") @Nullable String agent,
            @ApiDoc("The tenant that alone it reaches; absent for those without a tenant.") @Nullable String tenant) {

        static CallerRights of(CallerIdentity caller) {
            return new CallerRights(!caller.name().equals(CallerIdentity.ANONYMOUS), caller.name(),
                    caller.scopes().stream().map(AccessScope::wireName).sorted().toList(), caller.agent(),
                    caller.tenant());
        }
    }

    /** End of a session. */
    public record SessionEnd(@ApiDoc("Always true, also without a session.") boolean ended) {}

    /** All of them. */
    public List<Operation> operations() {
        return List.of(
                Operation.of("openEntry", HttpVerb.GET, "/", "Begins, or logs a browser in by a ticket.", this::open)
                        .in(GROUP)
                        .with(Parameter.query(LOGIN, "A ticket of the owner, for a session of this browser."),
                                Parameter.header(HOST, "The host of the server."), accepted)
                        .answering(AnswerForm.json(200, "The beginning; a browser gets the first page.",
                                EntryPage.class),
                                AnswerForm.json(303, "The session has begun.", EntryPage.class))
                        .refusing(401).showingPage(),
                Operation.of("createLoginTicket", HttpVerb.POST, "/v1/login-tickets",
                        "Makes a ticket for a browser of the owner.", this::ticket).in(GROUP)
                        .needing(AccessScope.ADMIN)
                        .answering(AnswerForm.json(201, "The ticket.", LoginTicket.class)),
                Operation.of(LOGIN, HttpVerb.POST, "/v1/login",
                        "Begins a session of this browser with a token in the header Authorization.", this::login)
                        .in(GROUP)
                        .with(Parameter.header(HOST, "The host of the server."),
                                Parameter.header(COOKIE, "The cookies of the browser."))
                        .answering(AnswerForm.json(200, "The session has begun.", CallerRights.class))
                        .refusing(401),
                Operation.of("showCaller", HttpVerb.GET, "/v1/caller", "Shows the rights of the sender.",
                        call -> ApiAnswer.ofRecord(CallerRights.of(call.caller()))).in(GROUP)
                        .answering(AnswerForm.json(200, "The rights; none without credentials.", CallerRights.class)),
                Operation.of("logout", HttpVerb.POST, "/v1/logout", "Ends the session of this browser.", this::logout)
                        .in(GROUP)
                        .with(Parameter.header(HOST, "The host of the server."),
                                Parameter.header(COOKIE, "The cookies of the browser."))
                        .answering(AnswerForm.json(200, "The session has ended.", SessionEnd.class)));
    }

    private ApiAnswer open(ApiCall call) {
        ApiAnswer.Json page = ApiAnswer.ofRecord(new EntryPage("waggle", "/v1/openapi.json"))
                .withHeader("Referrer-Policy", "no-referrer");
        if (call.query(LOGIN).isEmpty()) {
            return home.apply(call).orElse(page);
        }
        ApiAnswer.Json opened = page.withStatus(303).withHeader("Location", "/");
        Optional<String> cookie = access.login(call.query(LOGIN).get(), host(call));
        if (cookie.isPresent()) {
            return opened.withHeader("Set-Cookie", cookie.get());
        }
        if (home.apply(call).isPresent()) {
            return opened; // The first page shows its runs to a browser with a session, and others how to get one.
        }
        throw ProblemException.of(401, "the login is used, too old or wrong\nMaybe ask the server for a new address.");
    }

    /** The gate admits a token, or the owner of the folder by another way than a session. */
    private ApiAnswer login(ApiCall call) {
        String cookie = access.login(call.caller(), call.header(COOKIE).map(List::of).orElse(List.of()), host(call))
                .orElseThrow(() -> ProblemException.of(401, "the token was revoked\nMaybe ask for another one."));
        return ApiAnswer.ofRecord(CallerRights.of(call.caller())).withHeader("Set-Cookie", cookie);
    }

    /** A session of the owner has no limits, so no token begins one. */
    private ApiAnswer ticket(ApiCall call) {
        if (!call.caller().name().equals(CallerIdentity.OWNER)) {
            throw ProblemException.of(403, "only the owner of the folder makes tickets"
                    + "\nMaybe use the folder's socket, as the commands do.");
        }
        return ApiAnswer.ofRecord(new LoginTicket(access.loginAddress(""))).withStatus(201);
    }

    private ApiAnswer logout(ApiCall call) {
        String cookie = access.logout(call.header(COOKIE).map(List::of).orElse(List.of()), host(call));
        return ApiAnswer.ofRecord(new SessionEnd(true)).withHeader("Set-Cookie", cookie);
    }

    private static String host(ApiCall call) {
        return call.header(HOST).orElse("");
    }
}
