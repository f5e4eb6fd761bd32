package dev.waggle.server.api.run;

import java.util.List;

import dev.waggle.dashboard.RunFile;
import dev.waggle.dashboard.RunFileData;
import dev.waggle.dashboard.RunFileMask;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.api.run.RunArchive.StoredRun;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.Problem;
import dev.waggle.server.http.WorkLimit;
import dev.waggle.signal.world.World;

/** Page of a run as one HTML file, for readers without the server. */
public final class RunFileApi {

    private static final String HTML = "text/html; charset=utf-8";

    private final RunArchive runs;
    private final RunSetups setups;
    private final RunFileMask mask;
    private final World world;

    /**
     * The operation on these runs.
     *
     * @param mask removes what others must not read
     */
    public RunFileApi(RunArchive runs, RunSetups setups, RunFileMask mask, World world) {
        this.runs = runs;
        this.setups = setups;
        this.mask = mask;
        this.world = world;
    }

    /** Its operation. */
    public List<Operation> operations() {
        return List.of(Operation.of("getRunFile", HttpVerb.GET, "/v1/solves/{run}/page",
                "Returns the page of a run as one HTML file that opens without a network, with its what-if at work.",
                this::file).with(RunViewsApi.RUN).answering(AnswerForm.of(200, "The file.", "text/html"))
                .refusing(404, 422, 503).in(RunViewsApi.GROUP).needing(AccessScope.READ));
    }

    private ApiAnswer file(ApiCall call) {
        try (WorkLimit.WorkSlot _ = runs.enter(); WorkLimit.WorkSlot _ = runs.enterLong()) {
            StoredRun run = runs.read(call.path("run"), call.caller());
            RunFileData data = RunFileData.of(run.id(), run.entries(),
                    log -> log.spendings().money(setups.prices(log)), setups.notes(run.id(), run.entries()));
            return new ApiAnswer.Page(HTML, RunFile.html(data, mask, world.now()),
                    List.of(new Problem.Header("Content-Disposition", "attachment; filename=\"" + name(run.id()) + '"'),
                            new Problem.Header("Content-Security-Policy", "sandbox")));
        }
    }

    /** Name of the file, of characters that every system and the header take. */
    private static String name(String run) {
        return "waggle-" + run.replaceAll("[^A-Za-z0-9_-]", "_") + ".html";
    }
}
