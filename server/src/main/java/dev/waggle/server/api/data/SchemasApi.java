package dev.waggle.server.api.data;

import java.util.List;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.schema.JsonSchemas;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.ApiDoc;
import dev.waggle.server.http.ContentTag;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.JsonShape;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.http.ProblemException;
import dev.waggle.signal.text.QuotedValue;
import dev.waggle.signal.text.Suggestions;

/** The shipped JSON Schemas of signals, events and results. A path has dots for the slashes of a name. */
public final class SchemasApi {

    private static final String GROUP = "schemas";

    /** Its operations. */
    public List<Operation> operations() {
        return List.of(
                Operation.of("listSchemas", HttpVerb.GET, "/v1/schemas", "Lists the shipped JSON Schemas.",
                        _ -> list())
                        .answering(AnswerForm.json(200, "Names and titles.", SchemaList.class))
                        .in(GROUP).needing(AccessScope.READ),
                Operation.of("getSchema", HttpVerb.GET, "/v1/schemas/{name}", "Shows a shipped JSON Schema.",
                        SchemasApi::show)
                        .with(Parameter.path("name", "Its name with dots for slashes, such as payload.vote."))
                        .answering(AnswerForm.json(200, "The schema, draft 2020-12.", JsonShape.OBJECT),
                                AnswerForm.UNCHANGED)
                        .refusing(404).in(GROUP).needing(AccessScope.READ));
    }

    /** All schemas in reading order. */
    public record SchemaList(@ApiDoc("Schemas.") List<SchemaLine> items) {}

    /** A schema in the list. */
    public record SchemaLine(@ApiDoc("Its name in paths.") String name, @ApiDoc("Its title.") String title) {}

    private static ApiAnswer list() {
        return ApiAnswer.ofRecord(new SchemaList(JsonSchemas.names().stream()
                .map(name -> new SchemaLine(dotted(name), JsonSchemas.title(name))).toList()));
    }

    private static ApiAnswer show(ApiCall call) {
        String dotted = call.path("name");
        List<String> names = JsonSchemas.names();
        String name = names.stream().filter(known -> dotted(known).equals(dotted)).findFirst()
                .orElseThrow(() -> ProblemException.of(404, "there is no schema " + QuotedValue.of(dotted) + "\nMaybe "
                        + Suggestions.nearest(dotted, names.stream().map(SchemasApi::dotted).toList())
                                .orElse("see /v1/schemas")
                        + '.'));
        ApiAnswer.Json answer = ApiAnswer.of(JsonText.read(JsonSchemas.of(name)));
        return answer.withEtag(ContentTag.of(answer.body()));
    }

    private static String dotted(String name) {
        return name.replace('/', '.');
    }
}
