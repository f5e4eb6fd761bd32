package dev.waggle.server.api.run;

import java.util.List;

import dev.waggle.review.json.LensReplayJson;
import dev.waggle.review.lens.LensReplay;
import dev.waggle.review.lens.LensReplayResult;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.JsonShape;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.http.ProblemException;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.QuotedValue;
import dev.waggle.signal.text.Suggestions;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import org.jspecify.annotations.Nullable;

import static dev.waggle.server.http.JsonShape.OBJECT;
import static dev.waggle.server.http.JsonShape.OBJECT_OR_NULL;
import static dev.waggle.server.http.JsonShape.TEXT;
import static dev.waggle.server.http.JsonShape.TEXT_OR_NULL;
import static dev.waggle.server.http.JsonShape.WHOLE;
import static dev.waggle.server.http.JsonShape.list;

/** Lenses of a run, measured again round by round and compared with the log. */
public final class LensApi {

    private final RunArchive runs;

    public LensApi(RunArchive runs) {
        this.runs = runs;
    }

    /** Its operations. */
    public List<Operation> operations() {
        return List.of(
                Operation.of("listLenses", HttpVerb.GET, "/v1/solves/{run}/lenses",
                        "Shows the headlines and findings of all lenses of a run by round.",
                        call -> runs.view(call, run -> LensReplayJson.of(
                                LensReplay.of(run.id(), run.entries(), null), null)))
                        .with(RunViewsApi.RUN)
                        .answering(AnswerForm.json(200, "All lenses by round.", schema()), AnswerForm.UNCHANGED)
                        .refusing(404, 422, 503).in(RunViewsApi.GROUP).needing(AccessScope.READ),
                Operation.of("getLens", HttpVerb.GET, "/v1/solves/{run}/lenses/{lens}",
                        "Shows the headline and the findings of one lens of a run by round.", this::one)
                        .with(RunViewsApi.RUN, Parameter.path("lens", "The name of the lens, such as entropy."))
                        .answering(AnswerForm.json(200, "One lens by round.", schema()), AnswerForm.UNCHANGED)
                        .refusing(404, 422, 503).in(RunViewsApi.GROUP).needing(AccessScope.READ));
    }

    private ApiAnswer one(ApiCall call) {
        String name = call.path("lens");
        Lens<?> lens = find(name);
        if (lens == null) {
            throw ProblemException.of(404, "there is no lens " + QuotedValue.of(name) + "\nMaybe "
                    + Suggestions.nearest(name, LensCatalog.all().stream().map(Lens::name).toList())
                            .orElse("see /v1/solves/{run}/lenses")
                    + '.');
        }
        return runs.view(call, run -> {
            LensReplayResult replayed = LensReplay.of(run.id(), run.entries(), lens);
            return LensReplayJson.of(replayed, lens);
        });
    }

    private static @Nullable Lens<?> find(String name) {
        for (Lens<?> lens : LensCatalog.all()) {
            if (lens.name().equals(name)) {
                return lens;
            }
        }
        return null;
    }

    private static JsonValue.Obj schema() {
        JsonValue.Obj round = new JsonShape().with("round", WHOLE).with("entropy", JsonShape.ANY)
                .with("normalizedEntropy", JsonShape.ANY).with("informationGain", JsonShape.ANY)
                .with("headlines", OBJECT).with("findings", list(OBJECT)).with("differences", list(OBJECT))
                .with("stop", OBJECT_OR_NULL).with("challenge", OBJECT_OR_NULL).json();
        return new JsonShape().with("run", TEXT).with("mathematics", TEXT_OR_NULL).with("lenses", list(TEXT))
                .with("rounds", list(round)).with("analysis", OBJECT).with("notes", list(TEXT)).json();
    }
}
