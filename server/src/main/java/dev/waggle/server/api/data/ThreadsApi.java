package dev.waggle.server.api.data;

import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.ApiDoc;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.PageCursor;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.http.WorkLimit;
import dev.waggle.server.run.RunVisibility;
import dev.waggle.signal.Profile;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.Convergence;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.ThreadStats;
import dev.waggle.signal.connectivity.layer.DefaultConnectivityLayer;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.text.QuotedValue;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/** Threads of coordination, restored from the facts that their layer wrote into the log. */
public final class ThreadsApi {

    /** Maximum number of facts that are restored for one request. */
    static final int MAX_FACTS = 200_000;

    /** Maximum number of signals of a thread in an answer, the newest. */
    private static final int MAX_SIGNALS = 1_000;

    private static final int USUAL_PAGE = 100;
    private static final int MAX_VIEWS = 2;
    private static final String GROUP = "threads";
    private static final Pattern FACTS = Pattern.of("connectivity/**");

    private final FileJournal log;
    private final RunVisibility runs;
    private final World world;
    private final WorkLimit views = new WorkLimit(MAX_VIEWS);

    public ThreadsApi(FileJournal log, World world) {
        this.log = log;
        this.runs = new RunVisibility(log);
        this.world = world;
    }

    /** Its operations. */
    public List<Operation> operations() {
        return List.of(
                Operation.of("listThreads", HttpVerb.GET, "/v1/threads",
                        "Lists threads of coordination in the order of their first fact.", this::list)
                        .with(Parameter.number("limit", 1, MAX_SIGNALS, "Maximum number of threads, " + USUAL_PAGE
                                + " by default."), PageCursor.parameter())
                        .answering(AnswerForm.json(200, "Threads with their counts.", ThreadPage.class))
                        .refusing(422, 503).in(GROUP).needing(AccessScope.READ),
                Operation.of("getThread", HttpVerb.GET, "/v1/threads/{id}", "Shows a thread with its open signals.",
                        this::show)
                        .with(Parameter.path("id", "The id of the thread."),
                                Parameter.flag("all", "Shows closed signals, too."))
                        .answering(AnswerForm.json(200, "The thread.", ThreadDetails.class))
                        .refusing(404, 422, 503).in(GROUP).needing(AccessScope.READ));
    }

    /** Page of threads. */
    public record ThreadPage(@ApiDoc("Threads.") List<ThreadLine> items,
            @ApiDoc("The cursor of the next page; absent on the last.") @Nullable String next) {}

    /** Counts of a thread. */
    public record ThreadLine(@ApiDoc("Its id.") String id, @ApiDoc("Its step.") long step,
            @ApiDoc("Number of open signals.") int open, @ApiDoc("Number of signals that are kept.") int stored,
            @ApiDoc("Whether nothing is open that hinders a final answer.") boolean converged,
            @ApiDoc("The obstacles in words.") String reason,
            @ApiDoc("Numbers of its signals by state.") Map<String, Long> states) {}

    /** A thread with its signals, the newest first. */
    public record ThreadDetails(@ApiDoc("Its counts.") ThreadLine thread,
            @ApiDoc("Its signals, the newest first.") List<ThreadSignal> signals) {}

    /** Signal of a thread. */
    public record ThreadSignal(@ApiDoc("Its id.") String id, @ApiDoc("Its state.") String state,
            @ApiDoc("Its class.") String signalClass, @ApiDoc("Its urgency.") String priority,
            @ApiDoc("Its relevance, 0 to 1; absent where none was given.") @Nullable Double confidence,
            @ApiDoc("The component that emitted it.") String source, @ApiDoc("One sentence.") String summary,
            @ApiDoc("More, if any.") @Nullable String details,
            @ApiDoc("Whether the coordinator acknowledged it.") boolean acknowledged,
            @ApiDoc("Its position in the thread, from 1.") long position,
            @ApiDoc("The time of its emission.") Instant emittedAt, @ApiDoc("The role that it is for.") String audience,
            @ApiDoc("Id of the signal that it replaced.") @Nullable String replaces,
            @ApiDoc("The step at which it expires.") @Nullable Long expiresAtStep) {

        static ThreadSignal of(ConnectivitySignal signal) {
            return new ThreadSignal(signal.id(), signal.state().wireName(), signal.signalClass().wireName(),
                    signal.priority().name().toLowerCase(Locale.ROOT), signal.confidence(), signal.source(),
                    signal.summary(), signal.details(), signal.acknowledged(), signal.sequence(),
                    signal.emittedAt(), signal.audience().name().toLowerCase(Locale.ROOT), signal.replaces(),
                    signal.expiresAtStep());
        }
    }

    private ApiAnswer list(ApiCall call) {
        int limit = call.integer("limit", 1, MAX_SIGNALS).orElse(USUAL_PAGE);
        int from = Math.clamp(PageCursor.number(call), 0, Integer.MAX_VALUE);
        try (WorkLimit.WorkSlot _ = views.enter()) {
            List<LogEntry> facts = facts(JournalQuery.ALL.ofTypes(FACTS), call.caller());
            Set<String> threads = new LinkedHashSet<>();
            facts.forEach(entry -> threads.add(String.valueOf(entry.signal().scope().thread())));
            try (DefaultConnectivityLayer layer = restored(facts)) {
                List<ThreadLine> page = threads.stream().skip(from).limit(limit).map(id -> line(layer, id)).toList();
                return ApiAnswer.ofRecord(new ThreadPage(page,
                        threads.size() > from + page.size()
                                ? PageCursor.of(String.valueOf(from + page.size()))
                                : null));
            }
        }
    }

    private ApiAnswer show(ApiCall call) {
        String id = call.path("id");
        boolean all = call.flag("all");
        try (WorkLimit.WorkSlot _ = views.enter()) {
            List<LogEntry> facts = facts(JournalQuery.ALL.ofThread(id), call.caller());
            if (facts.isEmpty()) {
                throw ProblemException.of(404, "there is no thread " + QuotedValue.of(id) + "\nMaybe see /v1/threads.");
            }
            try (DefaultConnectivityLayer layer = restored(facts)) {
                SignalQuery query = all ? SignalQuery.of(id).withStates() : SignalQuery.of(id);
                return ApiAnswer.ofRecord(new ThreadDetails(line(layer, id),
                        layer.query(query.withLimit(MAX_SIGNALS).withOrder(SignalQuery.Order.NEWEST)).stream()
                                .map(ThreadSignal::of).toList()));
            }
        }
    }

    /** Any source can write a signal that looks like a fact, so only those of the layer itself count. */
    private List<LogEntry> facts(JournalQuery query, CallerIdentity caller) {
        List<LogEntry> found = log.select(query.withFirst(MAX_FACTS + 1));
        if (found.size() > MAX_FACTS) {
            throw ProblemException.of(422, "the log holds more than " + MAX_FACTS
                    + " facts of threads, the maximum of a view\nMaybe compact the log, or ask for one thread.");
        }
        return found.stream().filter(entry -> entry.signal().type().profile() == Profile.CONNECTIVITY
                && entry.signal().scope().thread() != null && !entry.emission().by().equals(Emission.IMPORTER)
                && isVisible(entry, caller)).toList();
    }

    /** A thread of a run belongs to the tenant of the run, and another to that of its facts. */
    private boolean isVisible(LogEntry entry, CallerIdentity caller) {
        return entry.signal().scope().run() == null
                ? Objects.equals(entry.signal().scope().tenant(), caller.tenant())
                : runs.isVisible(caller, entry);
    }

    private DefaultConnectivityLayer restored(List<LogEntry> facts) {
        return DefaultConnectivityLayer.restore(world, ConnectivityLayerConfig.defaults(), facts);
    }

    private static ThreadLine line(DefaultConnectivityLayer layer, String id) {
        ThreadStats stats = layer.stats(id);
        Convergence convergence = layer.convergence(id);
        Map<String, Long> states = layer.query(SignalQuery.of(id).withStates().withLimit(MAX_FACTS)).stream()
                .collect(Collectors.groupingBy(signal -> signal.state().wireName(), TreeMap::new,
                        Collectors.counting()));
        return new ThreadLine(id, stats.step(), stats.open(), stats.stored(), convergence.converged(),
                convergence.reason(), states);
    }
}
