package dev.waggle.server.api.access;

import java.util.List;

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

/** Operations of logins. */
public final class AccessApi {

    private static final String GROUP = "access";
    private static final String LOGIN = "login";
    private static final String HOST = "Host";
    private static final String COOKIE = "Cookie";

    private final ServerAccess access;

    public AccessApi(ServerAccess access) {
        this.access = access;
    }

    /** Beginning of the API. */
    public record EntryPage(@ApiDoc("The name of the program.") String name,
            @ApiDoc("The path of the OpenAPI document.") String document) {}

    /** Ticket for a browser of the owner. */
    public record LoginTicket(@ApiDoc("The path with the ticket, for one login within ten minutes.") String path) {}

    /** End of a session. */
    public record SessionEnd(@ApiDoc("Always true, also without a session.") boolean ended) {}

    /** All of them. */
    public List<Operation> operations() {
        return List.of(
                Operation.of("openEntry", HttpVerb.GET, "/", "Begins, or logs a browser in by a ticket.", this::open)
                        .in(GROUP)
                        .with(Parameter.query(LOGIN, "A ticket of the owner, for a session of this browser."),
                                Parameter.header(HOST, "The host of the server."))
                        .answering(AnswerForm.json(200, "The beginning.", EntryPage.class),
                                AnswerForm.json(303, "The session has begun.", EntryPage.class))
                        .refusing(401),
                Operation.of("createLoginTicket", HttpVerb.POST, "/v1/login-tickets",
                        "Makes a ticket for a browser of the owner.", this::ticket).in(GROUP)
                        .needing(AccessScope.ADMIN)
                        .answering(AnswerForm.json(201, "The ticket.", LoginTicket.class)),
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
            return page;
        }
        String cookie = access.login(call.query(LOGIN).get(), host(call))
                .orElseThrow(() -> ProblemException.of(401, "the login is used, too old or wrong"
                        + "\nMaybe ask the server for a new address."));
        return page.withStatus(303).withHeader("Location", "/").withHeader("Set-Cookie", cookie);
    }

    /** A session has no limits, so no token begins one. */
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
