package dev.waggle.server.api.seat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.ApiDoc;
import dev.waggle.server.http.ApiRange;
import dev.waggle.server.http.BodyForm;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.PageCursor;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.run.OpenSeat;
import dev.waggle.server.run.SeatRegistry;
import dev.waggle.server.run.SeatRegistry.OpenRequest;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.seat.SeatAnswer;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/** Requests to people who answer later, their answers, and links for one answer. */
public final class SeatApi {

    private static final String GROUP = "seats";
    private static final String OF_RUN = "/v1/solves/{run}/seats";
    private static final String LINK = "/v1/seat-links/";
    private static final String PAGE = "/seat/";
    private static final String BY_LINK = "link";
    private static final CallerIdentity OWNER = new CallerIdentity(CallerIdentity.OWNER, Set.of(AccessScope.SEAT), null,
            null);
    private static final int USUAL_PAGE = 50;
    private static final int MAX_PAGE = 200;
    private static final Parameter RUN = Parameter.path("run", "Id of the run.");
    private static final Parameter SEAT = Parameter.path("seat", "Id of the seat.");
    private static final Parameter TOKEN = Parameter.path("token", "The token of a link.");

    private final SeatRegistry seats;
    private final SeatLinkSigner links;
    private final World world;

    /**
     * Operations of the seats of a data folder.
     *
     * @param data the folder, for the secret that signs links
     */
    public SeatApi(SeatRegistry seats, Path data, World world) {
        this.seats = seats;
        this.links = new SeatLinkSigner(data.resolve(SeatLinkSigner.PLACE));
        this.world = world;
    }

    /** Signal with the name that an answer may call it. */
    public record NamedSignal(@ApiDoc("Its name, such as P4 or #4.") String name,
            @ApiDoc("The signal.") JsonValue.Obj signal) {}

    /** Agent of the run of a seat. */
    public record SeatNeighbor(@ApiDoc("Its id.") String id, @ApiDoc("Its name.") String name,
            @ApiDoc("Its role; may be empty.") String role) {}

    /** Request to a person. */
    public record SeatItem(@ApiDoc("Id of the run.") String run, @ApiDoc("Id of the seat.") String seat,
            @ApiDoc("Round of the run.") @ApiRange(min = 0, max = Integer.MAX_VALUE) int round,
            @ApiDoc("Number of the turn of the seat.") @ApiRange(min = 1, max = Integer.MAX_VALUE) int turn,
            @ApiDoc("The question of the run.") String question, @ApiDoc("Its background.") @Nullable String context,
            @ApiDoc("Date from which an answer is too late.") Instant deadline,
            @ApiDoc("round, debate or closing.") String occasion,
            @ApiDoc("Ids of the proposals that the turn is about.") List<String> about,
            @ApiDoc("Signals that are new for the person.") List<NamedSignal> news,
            @ApiDoc("Signals from the inbox of the seat.") List<JsonValue.Obj> inbox,
            @ApiDoc("Time of the question.") Instant askedAt,
            @ApiDoc("Forms of a line of the answer.") List<String> forms,
            @ApiDoc("Title of the question.") @Nullable String title,
            @ApiDoc("True if nothing is decided without the agreement of the person.") boolean required,
            @ApiDoc("True if a disagreement of the person blocks a proposal.") boolean veto,
            @ApiDoc("Signals that the person knows from earlier turns.") List<NamedSignal> known,
            @ApiDoc("The agents of the run.") List<SeatNeighbor> agents) {

        public SeatItem {
            known = List.copyOf(known);
            agents = List.copyOf(agents);
            about = List.copyOf(about);
            news = List.copyOf(news);
            inbox = List.copyOf(inbox);
            forms = List.copyOf(forms);
        }
    }

    /** A page of requests. */
    public record SeatPage(@ApiDoc("The requests, the earliest first.") List<SeatItem> items,
            @ApiDoc("Cursor of the next page.") @Nullable String next) {

        public SeatPage {
            items = List.copyOf(items);
        }
    }

    /** Answer of a person. */
    public record SeatLines(@ApiDoc("Its lines, one act a line.") List<String> lines,
            @ApiDoc("Number of the turn, to refuse another.") @ApiRange(min = 1,
                    max = Integer.MAX_VALUE) @Nullable Integer turn) {

        public SeatLines {
            lines = lines == null ? List.of() : List.copyOf(lines);
        }
    }

    /** Stored answer. */
    public record StoredAnswer(@ApiDoc("Id of the run.") String run, @ApiDoc("Id of the seat.") String seat,
            @ApiDoc("Round of the run.") int round, @ApiDoc("Number of the turn of the seat.") int turn,
            @ApiDoc("The sender.") String by, @ApiDoc("Time of its arrival.") Instant at,
            @ApiDoc("Its lines.") List<String> lines) {

        public StoredAnswer {
            lines = List.copyOf(lines);
        }
    }

    /** Link for one answer. */
    public record SeatLinkPath(@ApiDoc("Its path, which is a secret.") String path,
            @ApiDoc("The path of its page for people, which is a secret too.") String page,
            @ApiDoc("Date from which it is not valid.") Instant expires) {}

    /** The token of a link for the open request of a seat; empty when it is not asked. */
    public Optional<String> token(String run, String seat) {
        try {
            return Optional.of(sign(seats.require(run, seat, null, OWNER).seat()));
        } catch (ProblemException notAsked) {
            return Optional.empty();
        }
    }

    /** The operations. */
    public List<Operation> operations() {
        AnswerForm page = AnswerForm.json(200, "The requests.", SeatPage.class);
        AnswerForm stored = AnswerForm.json(201, "It is stored, and the run goes on.", StoredAnswer.class);
        BodyForm lines = BodyForm.json(SeatLines.class);
        return Stream.of(
                Operation.of("listSeats", HttpVerb.GET, "/v1/seats", "Lists the people that runs wait for.",
                        this::list).needing(AccessScope.SEAT)
                        .with(Parameter.number("limit", 1, MAX_PAGE, "Requests of a page."), PageCursor.parameter())
                        .answering(page),
                Operation.of("listSolveSeats", HttpVerb.GET, OF_RUN, "Lists the people that a run waits for.",
                        call -> page(seats.open(call.path("run"), call.caller()), null)).needing(AccessScope.SEAT)
                        .with(RUN).answering(page).refusing(404),
                Operation.of("answerSeat", HttpVerb.POST, OF_RUN + "/{seat}",
                        "Answers for a person. The first answer of a turn counts.", this::answer)
                        .needing(AccessScope.SEAT).with(RUN, SEAT).taking(lines).answering(stored)
                        .refusing(404, 409, 410, 422),
                Operation.of("createSeatLink", HttpVerb.POST, OF_RUN + "/{seat}/link",
                        "Makes a link with which a person without a token gives one answer.", this::link)
                        .needing(AccessScope.SOLVE).with(RUN, SEAT)
                        .answering(AnswerForm.json(201, "The link.", SeatLinkPath.class)).refusing(404, 409, 410),
                Operation.of("readSeatLink", HttpVerb.GET, LINK + "{token}", "Returns the request of a link.",
                        call -> ApiAnswer.of(require(call).page())).with(TOKEN)
                        .answering(AnswerForm.json(200, "The request.", SeatItem.class)).refusing(404, 409, 410),
                Operation.of("answerSeatLink", HttpVerb.POST, LINK + "{token}", "Answers the request of a link.",
                        this::answerByLink).with(TOKEN).taking(lines).answering(stored)
                        .refusing(404, 409, 410, 422))
                .map(operation -> operation.in(GROUP)).toList();
    }

    private ApiAnswer list(ApiCall call) {
        int limit = call.integer("limit", 1, MAX_PAGE).orElse(USUAL_PAGE);
        List<OpenSeat> open = seats.open(call.caller(), PageCursor.number(call), limit + 1);
        return open.size() <= limit ? page(open, null)
                : page(open.subList(0, limit), PageCursor.of(String.valueOf(open.get(limit - 1).entry())));
    }

    private ApiAnswer page(List<OpenSeat> open, @Nullable String next) {
        return ApiAnswer.of(new JsonObjectBuilder()
                .with("items", open.stream().flatMap(seat -> seats.read(seat).stream()).map(OpenRequest::page).toList())
                .withPresent("next", next).json());
    }

    private ApiAnswer answer(ApiCall call) {
        SeatLines body = call.body(SeatLines.class);
        OpenRequest open = seats.require(call.path("run"), call.path("seat"), body.turn(), call.caller());
        return stored(seats.answer(open, call.caller().name(), body.lines()));
    }

    private ApiAnswer link(ApiCall call) {
        OpenSeat open = seats.require(call.path("run"), call.path("seat"), null, call.caller()).seat();
        String token = sign(open);
        return ApiAnswer.ofRecord(new SeatLinkPath(LINK + token, PAGE + token, open.deadline())).withStatus(201);
    }

    private String sign(OpenSeat open) {
        return links.sign(new SeatLink(open.turn(), open.tenant(), open.deadline()));
    }

    private ApiAnswer answerByLink(ApiCall call) {
        SeatLines body = call.body(SeatLines.class);
        OpenRequest open = require(call);
        if (body.turn() != null && body.turn() != open.seat().turn().turn()) {
            throw ProblemException.of(409, "the link is for turn " + open.seat().turn().turn() + ", got "
                    + body.turn() + "\nMaybe omit turn.");
        }
        return stored(seats.answer(open, BY_LINK, body.lines()));
    }

    /** The open request of the link in the path. */
    private OpenRequest require(ApiCall call) {
        SeatLink link = links.verify(call.path("token")).orElseThrow(() -> ProblemException.of(404,
                "there is no such link\nMaybe copy it again, whole."));
        if (!world.now().isBefore(link.expires())) {
            throw ProblemException.of(410, "the link expired at " + link.expires()
                    + "\nMaybe wait until the seat is asked again.");
        }
        return seats.require(link.turn().run(), link.turn().seat(), link.turn().turn(),
                new CallerIdentity(BY_LINK, Set.of(AccessScope.SEAT), link.turn().seat(), link.tenant()));
    }

    private static ApiAnswer stored(SeatAnswer answer) {
        return ApiAnswer.ofRecord(new StoredAnswer(answer.turn().run(), answer.turn().seat(), answer.turn().round(),
                answer.turn().turn(), answer.by(), answer.at(), answer.lines())).withStatus(201);
    }
}
