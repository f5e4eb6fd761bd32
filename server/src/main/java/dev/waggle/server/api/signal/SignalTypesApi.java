package dev.waggle.server.api.signal;

import java.time.Instant;
import java.util.List;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.api.signal.SignalTypeIndex.SeenTypes;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.ApiDoc;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.Operation;
import dev.waggle.server.run.RunVisibility;
import dev.waggle.signal.json.JsonValue;

/** Types of signals that a caller has seen, for the completion of patterns. */
public final class SignalTypesApi {

    private final RunVisibility runs;
    private final SignalTypeIndex index;

    /** The types of a log. */
    public SignalTypesApi(FileJournal log) {
        this.runs = new RunVisibility(log);
        this.index = new SignalTypeIndex(log);
    }

    /** Its operations. */
    public List<Operation> operations() {
        return List.of(Operation.of("listSignalTypes", HttpVerb.GET, "/v1/signals/types",
                "Lists the types of signals in the log, the most recent first.", this::list)
                .answering(AnswerForm.json(200, "The types.", SignalTypeList.class))
                .in(SignalsApi.GROUP).needing(AccessScope.READ));
    }

    /** The types. */
    public record SignalTypeList(@ApiDoc("Types, the most recent first.") List<SignalTypeLine> items,
            @ApiDoc("Number of the first counted entry.") long from,
            @ApiDoc("Number of the last counted entry.") long through) {}

    /** A type. */
    public record SignalTypeLine(@ApiDoc("The type.") String type, @ApiDoc("Number of its counted signals.") long count,
            @ApiDoc("Number of the newest entry of it.") long last,
            @ApiDoc("Time of the newest entry of it.") Instant at) {}

    private ApiAnswer list(ApiCall call) {
        CallerIdentity caller = call.caller();
        String view = JsonText.write(JsonValue.of(List.of(JsonValue.of(caller.tenant() != null),
                JsonValue.of(String.valueOf(caller.tenant())), JsonValue.of(CallerAuthority.seesAudit(caller)))));
        SeenTypes seen = index.of(view, JournalQuery.ALL.ofTenants(CallerAuthority.tenant(caller)),
                CallerAuthority.visible(caller, runs));
        return ApiAnswer.ofRecord(new SignalTypeList(seen.types().stream()
                .map(it -> new SignalTypeLine(it.type(), it.count(), it.last(), it.at())).toList(), seen.from(),
                seen.through()));
    }
}
