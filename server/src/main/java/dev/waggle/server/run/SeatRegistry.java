package dev.waggle.server.run;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.SearchableJournal;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.http.ProblemException;
import dev.waggle.signal.Signal;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.seat.SeatAnswer;
import dev.waggle.signal.seat.SeatAnswers;
import dev.waggle.signal.seat.SeatTurn;
import dev.waggle.signal.text.QuotedValue;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.OpenSeats;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.SeatRequest;
import dev.waggle.swarm.agent.seat.SeatFacts;
import dev.waggle.swarm.agent.seat.SeatFacts.SeatReply;
import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.event.json.SeatRequestJson;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.identity.SignalNumbers;
import dev.waggle.swarm.runlog.FactBody;
import dev.waggle.swarm.runlog.ProfileJson;
import org.jspecify.annotations.Nullable;

/**
 * Open requests to people in all runs of a log, and their answers. Each refusal is a {@link ProblemException}. May be
 * used by many threads.
 */
public final class SeatRegistry {

    private final SearchableJournal log;
    private final RunCatalog catalog;
    private final SeatAnswers answers;
    private final World world;
    private final Runnable afterAnswer;

    /**
     * The requests of that log.
     *
     * @param afterAnswer is called after each stored answer
     */
    public SeatRegistry(SearchableJournal log, RunCatalog catalog, SeatAnswers answers, Runnable afterAnswer,
            World world) {
        this.log = log;
        this.catalog = catalog;
        this.answers = answers;
        this.afterAnswer = afterAnswer;
        this.world = world;
    }

    /**
     * Request with its content.
     *
     * @param seat the request in the catalog
     * @param request its content
     * @param agents the agents of the run
     * @param approval the approvals that a decision of the run needs
     */
    public record OpenRequest(OpenSeat seat, SeatRequest request, List<AgentProfile> agents, ApprovalRule approval) {

        public OpenRequest {
            agents = List.copyOf(agents);
        }

        /** The request for programs: {@link SeatRequestJson}, the time of the question, and the forms of an answer. */
        public JsonValue.Obj json() {
            return new JsonObjectBuilder().withAll(SeatRequestJson.of(request))
                    .with("askedAt", seat.askedAt().toString()).withTexts("forms", request.forms()).json();
        }

        /** The same for a page, with the signals of earlier turns, the agents, and the rights of the person. */
        public JsonValue.Obj page() {
            Set<String> news = request.mail().received().stream().map(Signal::id).collect(Collectors.toSet());
            List<JsonValue.Obj> known = request.history().signals().stream()
                    .filter(signal -> !news.contains(signal.id()))
                    .map(signal -> new JsonObjectBuilder()
                            .with("name", SignalNumbers.name(signal, request.history().numberOf(signal.id())))
                            .with("signal", SignalCodec.encode(signal)).json())
                    .toList();
            String own = seat.turn().seat();
            return new JsonObjectBuilder().withAll(json()).withPresent("title", request.task().title())
                    .with("required", approval.requiredVoters().contains(own))
                    .with("veto", approval.vetoers().contains(own)).with("known", known)
                    .with("agents", agents.stream().map(agent -> new JsonObjectBuilder().with("id", agent.id())
                            .with("name", agent.name()).with("role", agent.role()).json()).toList())
                    .json();
        }
    }

    /**
     * Requests of all runs that wait for an answer of the caller, in the order in which they were asked.
     *
     * @param after the number of the entry after which the list begins
     */
    public List<OpenSeat> open(CallerIdentity caller, long after, int limit) {
        return catalog.openSeats().stream().filter(seat -> seat.entry() > after && isOpen(seat, caller)).limit(limit)
                .toList();
    }

    /**
     * The same of one run.
     *
     * @throws ProblemException when there is no such run
     */
    public List<OpenSeat> open(String run, CallerIdentity caller) {
        requireRun(run, caller);
        return catalog.openSeats(run).stream().filter(seat -> isOpen(seat, caller)).toList();
    }

    /** The content of an open request; empty when it has ended meanwhile. */
    public Optional<OpenRequest> read(OpenSeat seat) {
        List<LogEntry> entries = entries(seat.turn().run());
        return OpenSeats.of(seat.turn().run(), entries).requests().stream()
                .filter(request -> request.turn().equals(seat.turn())).findFirst()
                .map(request -> opened(seat, request, FactBody.of(entries.getFirst().signal())));
    }

    private static OpenRequest opened(OpenSeat seat, SeatRequest request, JsonObjectReader opening) {
        JsonObjectReader approval = opening.optionalObject("approval");
        return new OpenRequest(seat, request, opening.objects("profiles").stream().map(ProfileJson::read).toList(),
                approval == null ? ApprovalRule.NONE : ApprovalRule.of(approval));
    }

    /**
     * The open request to a seat.
     *
     * @param turn the number of the turn; {@code null} for the current one
     * @throws ProblemException with status 403 for another seat than the caller's, 404 when the seat was not asked, 409
     *         when it has answered or is asked for another turn, 410 after the deadline
     */
    public OpenRequest require(String run, String seat, @Nullable Integer turn, CallerIdentity caller) {
        if (caller.agent() != null && !caller.agent().equals(seat)) {
            throw ProblemException.of(403, "this token speaks for the seat " + JsonLine.quoted(caller.agent())
                    + " only\nMaybe answer for that one.");
        }
        requireRun(run, caller);
        OpenSeat open = catalog.openSeats(run).stream().filter(known -> known.turn().seat().equals(seat)).findFirst()
                .orElseThrow(() -> ended(run, seat, turn));
        if (turn != null && turn != open.turn().turn()) {
            throw ProblemException.of(409, "the seat " + JsonLine.quoted(seat) + " is asked for turn "
                    + open.turn().turn() + ", got " + turn + "\nMaybe read the request again and answer that one.");
        }
        requireUnanswered(open.turn());
        if (!world.now().isBefore(open.deadline())) {
            throw late(open.turn(), open.deadline());
        }
        return read(open).orElseThrow(() -> ended(run, seat, turn));
    }

    /**
     * Checks an answer and stores it; the run goes on by itself.
     *
     * @throws ProblemException as {@link #require}, and with status 422 when the lines cannot be read
     */
    public SeatAnswer answer(OpenRequest open, String by, List<String> lines) {
        SeatRequest request = open.request();
        try {
            var _ = request.check(lines);
        } catch (IllegalArgumentException unreadable) {
            throw ProblemException.of(422, String.valueOf(unreadable.getMessage()));
        }
        SeatAnswer stored;
        try {
            stored = answers.store(request.turn(), request.deadline(), by, lines);
        } catch (IllegalArgumentException refused) {
            requireUnanswered(request.turn());
            throw ProblemException.of(410, String.valueOf(refused.getMessage()));
        }
        afterAnswer.run();
        return stored;
    }

    /** The stored answer of a turn, also of one that has ended. */
    public Optional<SeatAnswer> answerOf(SeatTurn turn) {
        return answers.find(turn);
    }

    private boolean isOpen(OpenSeat seat, CallerIdentity caller) {
        return reaches(caller, seat) && world.now().isBefore(seat.deadline())
                && answers.find(seat.turn()).isEmpty();
    }

    /** True if a caller sees the run of a seat, and its token speaks for all agents or for that one. */
    private static boolean reaches(CallerIdentity caller, OpenSeat seat) {
        return RunTenant.isVisible(caller, seat.tenant())
                && (caller.agent() == null || caller.agent().equals(seat.turn().seat()));
    }

    private void requireRun(String run, CallerIdentity caller) {
        List<LogEntry> first = log.select(JournalQuery.ALL.ofRun(run).withFirst(1));
        if (first.isEmpty() || !RunTenant.isVisible(caller, RunTenant.of(first.getFirst()))) {
            throw ProblemException.of(404, "there is no run " + QuotedValue.of(run)
                    + "\nMaybe list the requests: GET /v1/seats.");
        }
    }

    private void requireUnanswered(SeatTurn turn) {
        answers.find(turn).ifPresent(known -> {
            throw ProblemException.of(409, "the " + turn + " has its answer already, from "
                    + JsonLine.quoted(known.by()) + " at " + known.at()
                    + "\nMaybe wait until the seat is asked again.");
        });
    }

    /** The refusal for a seat that is not asked now, by the end of its last request. */
    private ProblemException ended(String run, String seat, @Nullable Integer turn) {
        Optional<SeatReply> last = entries(run).stream()
                .filter(entry -> entry.emission().by().equals(InfrastructureNames.ORCHESTRATOR)
                        && SeatFacts.isReply(entry.signal().type()))
                .map(entry -> SeatFacts.readReply(entry.signal().type(), FactBody.of(entry.signal())))
                .filter(reply -> reply.turn().seat().equals(seat) && (turn == null || turn == reply.turn().turn()))
                .reduce((_, later) -> later);
        return last.map(reply -> switch (reply) {
            case SeatReply.Answered answered -> ProblemException.of(409, "the " + reply.turn()
                    + " has its answer already, from " + JsonLine.quoted(answered.answer().by()) + " at "
                    + answered.answer().at() + "\nMaybe wait until the seat is asked again.");
            case SeatReply.Expired expired -> late(expired.turn(), expired.deadline());
        }).orElseGet(() -> ProblemException.of(404, "the seat " + QuotedValue.of(seat) + " of " + run
                + " is not asked now\nMaybe list the requests: GET /v1/solves/" + run + "/seats."));
    }

    private ProblemException late(SeatTurn turn, Instant deadline) {
        return ProblemException.of(410, "the answer of " + turn + " is too late: its deadline was " + deadline
                + ", now it is " + world.now() + "\nMaybe wait until the seat is asked again.");
    }

    private List<LogEntry> entries(String run) {
        List<LogEntry> entries = log.select(JournalQuery.ALL.ofRun(run).withFirst(SolveRegistry.MAX_ENTRIES + 1));
        if (entries.size() > SolveRegistry.MAX_ENTRIES) {
            throw ProblemException.of(413, "the run " + run + " has more than " + SolveRegistry.MAX_ENTRIES
                    + " entries");
        }
        return entries;
    }
}
