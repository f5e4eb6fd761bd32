package dev.waggle.server.api.run;

import java.util.List;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.server.access.AccessLimiter;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.LastEventId;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.run.RunLine;
import dev.waggle.server.run.RunStatus;
import dev.waggle.server.run.SolveRegistry;
import dev.waggle.server.stream.EventHub;
import dev.waggle.server.stream.FeedMessage;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.runlog.RunFacts;
import org.jspecify.annotations.Nullable;

/**
 * Events of a run, as server-sent events. A message {@code entry} is an entry of the log, and its id is the number of
 * that entry. A message {@code event} happened now and is in no log. A message {@code end} is the last.
 */
public final class SolveEventsApi {

    private static final String DELIVERIES = "deliveries";

    private final SolveRegistry solves;
    private final EventHub hub;
    private final AccessLimiter limits;

    public SolveEventsApi(SolveRegistry solves, EventHub hub, AccessLimiter limits) {
        this.solves = solves;
        this.hub = hub;
        this.limits = limits;
    }

    /** The operation. */
    public List<Operation> operations() {
        return List.of(Operation.of("followSolve", HttpVerb.GET, "/v1/solves/{run}/events",
                "Streams the events of a run. After the end of the run it answers 204, so that a browser stops.",
                this::follow).in(SolveApi.GROUP).needing(AccessScope.READ)
                .with(Parameter.path("run", "Id of the run."), Parameter.flag(DELIVERIES,
                        "Whether each delivery of a signal to an agent is an event too; false by default."),
                        LastEventId.header(), LastEventId.parameter())
                .answering(AnswerForm.of(200, "The events.", AnswerForm.EVENTS),
                        AnswerForm.empty(204, "The run has ended, and the client has everything."))
                .refusing(404, 409, 429));
    }

    private ApiAnswer follow(ApiCall call) {
        RunLine line = solves.requireVisible(call.path("run"), call.caller());
        long after = LastEventId.of(call).orElse(0);
        if (line.lastEntry() != null && after >= line.lastEntry()) {
            return ApiAnswer.empty();
        }
        requireBegun(line);
        AccessLimiter.Permit place = limits.openStream(call.caller());
        return new ApiAnswer.Events(hub.feed(key(line.run(), call.flag(DELIVERIES)), after,
                place::isValid, place::close));
    }

    /** Refuses a run that failed before its first entry, and so has nothing to follow. */
    static void requireBegun(RunLine line) {
        if (line.status() == RunStatus.FAILED && line.firstEntry() == null) {
            throw ProblemException.of(409, "the run " + line.run() + " failed before its first entry: "
                    + line.failure());
        }
    }

    private static EventHub.TopicKey key(String run, boolean withDeliveries) {
        return EventHub.TopicKey.ofEntries(SolveRegistry.topic(run, withDeliveries), JournalQuery.ALL.ofRun(run),
                _ -> true, SolveEventsApi::end);
    }

    /** The last message of a run; none for another entry than its end. */
    static @Nullable FeedMessage end(LogEntry entry) {
        return entry.signal().type().equals(RunFacts.CLOSED)
                ? FeedMessage.last("end", JsonText.write(new JsonObjectBuilder()
                        .with("run", String.valueOf(entry.signal().scope().run())).json()))
                : null;
    }
}
