package dev.waggle.server.http;

import java.util.List;
import java.util.Set;

import dev.waggle.server.access.AccessScope;
import org.jspecify.annotations.Nullable;

/**
 * One operation of the API: its place, its forms and its code.
 *
 * @param id its unique name in the document, such as {@code listSolves}
 * @param verb its method
 * @param path its path with parameters in braces, such as {@code /v1/solves/{run}}
 * @param group its group in the document; {@link #PRIVATE} for those of the program itself
 * @param summary a sentence about it
 * @param scope the right that a caller needs; {@code null} for an operation that is open to all
 * @param parameters its parameters
 * @param body the form of its body
 * @param answers the forms of its answers
 * @param refusals the statuses of its own refusals, beside those of every operation
 * @param query the reader of its query
 * @param handler its code
 */
public record Operation(String id, HttpVerb verb, String path, String group, String summary,
        @Nullable AccessScope scope, List<Parameter> parameters, BodyForm body, List<AnswerForm> answers,
        Set<Integer> refusals, QueryReading query, OperationHandler handler) {

    /** Group of operations that the document and the audit log omit: the log of the folder shows what they change. */
    public static final String PRIVATE = "private";

    public Operation {
        parameters = List.copyOf(parameters);
        answers = List.copyOf(answers);
        refusals = Set.copyOf(refusals);
    }

    /** Reader of the query of a request. */
    public enum QueryReading {
        /** The server reads it: each parameter must be known, and there at most once. */
        DECLARED,
        /** As {@link #DECLARED}, but unknown parameters are left to the scripts of a page. */
        OF_PAGE,
        /** The operation reads {@link ApiCall#rawQuery} itself, for a route whose refusals have another form. */
        RAW
    }

    /** An operation without parameters, body and right; further parts follow. */
    public static Operation of(String id, HttpVerb verb, String path, String summary, OperationHandler handler) {
        return new Operation(id, verb, path, "", summary, null, List.of(), BodyForm.NONE, List.of(), Set.of(),
                QueryReading.DECLARED, handler);
    }

    /** True if the document and the audit log omit it. */
    boolean isPrivate() {
        return group.equals(PRIVATE);
    }

    public Operation in(String newGroup) {
        return new Operation(id, verb, path, newGroup, summary, scope, parameters, body, answers, refusals, query,
                handler);
    }

    public Operation needing(AccessScope right) {
        return new Operation(id, verb, path, group, summary, right, parameters, body, answers, refusals, query,
                handler);
    }

    public Operation with(Parameter... known) {
        return new Operation(id, verb, path, group, summary, scope, List.of(known), body, answers, refusals,
                query, handler);
    }

    public Operation taking(BodyForm form) {
        return new Operation(id, verb, path, group, summary, scope, parameters, form, answers, refusals, query,
                handler);
    }

    public Operation answering(AnswerForm... forms) {
        return new Operation(id, verb, path, group, summary, scope, parameters, body, List.of(forms), refusals, query,
                handler);
    }

    public Operation refusing(Integer... statuses) {
        return new Operation(id, verb, path, group, summary, scope, parameters, body, answers, Set.of(statuses), query,
                handler);
    }

    /** The same operation, which reads its query itself. */
    public Operation readingRawQuery() {
        return new Operation(id, verb, path, group, summary, scope, parameters, body, answers, refusals,
                QueryReading.RAW, handler);
    }

    /** The same operation, which answers a page: parameters that it does not know are its scripts' own. */
    public Operation showingPage() {
        return new Operation(id, verb, path, group, summary, scope, parameters, body, answers, refusals,
                QueryReading.OF_PAGE, handler);
    }

    /** The names of its parameters in that place. */
    List<String> names(Parameter.Place place) {
        return parameters.stream().filter(parameter -> parameter.place() == place).map(Parameter::name).toList();
    }
}
