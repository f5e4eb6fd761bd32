package dev.waggle.server.api.run;

import java.util.List;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.review.json.RunMarkJson;
import dev.waggle.review.view.RunMark;
import dev.waggle.server.access.AccessLimiter;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.LastEventId;
import dev.waggle.server.http.Operation;
import dev.waggle.server.run.RunLine;
import dev.waggle.server.run.SolveRegistry;
import dev.waggle.server.stream.EventHub;
import dev.waggle.server.stream.FeedMessage;
import dev.waggle.signal.log.LogEntry;

/**
 * Marks of a run, as server-sent events. A message {@code mark} is the mark of an entry of the log, and its id is the
 * number of that entry. The last message is as in {@link SolveEventsApi}. A page reads the view of the run first, and
 * then follows the marks after its last entry.
 */
public final class RunMarksApi {

    private final SolveRegistry solves;
    private final EventHub hub;
    private final AccessLimiter limits;

    public RunMarksApi(SolveRegistry solves, EventHub hub, AccessLimiter limits) {
        this.solves = solves;
        this.hub = hub;
        this.limits = limits;
    }

    /** The operation. */
    public List<Operation> operations() {
        return List.of(
                Operation.of("followMarks", HttpVerb.GET, "/v1/solves/{run}/marks",
                        "Streams the marks of a run. After the end of the run it answers 204, so that a browser stops.",
                        this::follow)
                        .with(RunViewsApi.RUN, LastEventId.header(), LastEventId.parameter())
                        .answering(AnswerForm.of(200, "The marks.", AnswerForm.EVENTS),
                                AnswerForm.empty(204, "The run has ended, and the client has everything."))
                        .refusing(404, 409, 429).in(RunViewsApi.GROUP).needing(AccessScope.READ));
    }

    private ApiAnswer follow(ApiCall call) {
        RunLine line = solves.requireVisible(call.path("run"), call.caller());
        long after = LastEventId.of(call).orElse(0);
        if (line.lastEntry() != null && after >= line.lastEntry()) {
            return ApiAnswer.empty();
        }
        SolveEventsApi.requireBegun(line);
        AccessLimiter.Permit place = limits.openStream(call.caller());
        return new ApiAnswer.Events(hub.feed(key(line.run()), after, place::isValid, place::close));
    }

    private static EventHub.TopicKey key(String run) {
        return new EventHub.TopicKey("marks:" + run, JournalQuery.ALL.ofRun(run), RunMark::isMark,
                RunMarksApi::message, SolveEventsApi::end);
    }

    private static FeedMessage message(LogEntry entry) {
        return FeedMessage.entry(entry.sequence(), "mark",
                JsonText.write(RunMarkJson.of(RunMark.of(entry).orElseThrow())));
    }
}
