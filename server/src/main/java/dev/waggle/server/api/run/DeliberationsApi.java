package dev.waggle.server.api.run;

import java.util.List;

import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiDoc;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.Operation;
import dev.waggle.server.run.RecordedDeliberation;
import dev.waggle.server.run.SolveLauncher;

/** Listing of the recorded deliberations that a demo plays. They ship with the server, so it needs no credentials. */
public final class DeliberationsApi {

    private final SolveLauncher launcher;

    public DeliberationsApi(SolveLauncher launcher) {
        this.launcher = launcher;
    }

    /** The deliberations of a server. */
    public record DeliberationList(@ApiDoc("The deliberations; empty outside of a demo.") List<
            RecordedDeliberation> items) {

        public DeliberationList {
            items = List.copyOf(items);
        }
    }

    /** The operations. */
    public List<Operation> operations() {
        return List.of(Operation.of("listDeliberations", HttpVerb.GET, "/v1/deliberations",
                "Lists the recorded deliberations that an order may name as its model. Only a demo has some.",
                _ -> ApiAnswer.ofRecord(new DeliberationList(launcher.deliberations())))
                .answering(AnswerForm.json(200, "The deliberations.", DeliberationList.class)).in(SolveApi.GROUP));
    }
}
