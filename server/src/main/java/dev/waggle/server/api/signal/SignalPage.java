package dev.waggle.server.api.signal;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.function.Predicate;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.JsonShape;
import dev.waggle.server.http.PageCursor;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.run.RunVisibility;
import dev.waggle.signal.codec.EntryCodec;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.pattern.PatternDialect;
import dev.waggle.signal.text.QuotedValue;
import org.jspecify.annotations.Nullable;

/**
 * Page of the log, forwards from a number or backwards from the end. A request looks at a bounded number of entries, so
 * a page of rare signals may be short and still name the next one.
 */
final class SignalPage {

    /** Maximum number of signals of a page. */
    static final int MAX_PAGE = 1_000;

    /** Entries that a request looks at before it answers with what it has. */
    static final int MAX_EXAMINED = 20_000;

    private static final int USUAL_PAGE = 100;
    private static final int AT_ONCE = MAX_PAGE + 1;
    private static final String LIMIT = "limit";
    private static final String LAST = "last";
    private static final String UNTIL = "until";
    private static final String SINCE = "since";

    /** Fields of a signal with its content. */
    private static final List<String> CONTENT = List.of("data", "summary", "details");

    private SignalPage() {}

    /** The parameters of the list. */
    static Parameter[] parameters() {
        return new Parameter[] {
            Parameter.query("pattern", "Types as in a subscription, such as build:*."),
            Parameter.query("source", "A label of a source, or its identity."),
            Parameter.query("emitter", "The authenticated emitter, the field by of an entry."),
            Parameter.query("thread", "Id of a thread."), Parameter.query("run", "Id of a run."),
            Parameter.time(SINCE, "Recorded then or later, such as 2026-11-02T10:00:00Z."),
            Parameter.time(UNTIL, "Recorded earlier than that."),
            Parameter.query("text", "A text that the type or the content contains, in any case."),
            Parameter.number(LIMIT, 1, MAX_PAGE, "Maximum number, forwards; " + USUAL_PAGE + " by default."),
            Parameter.number(LAST, 1, MAX_PAGE, "The last of them, or the last before the cursor previous."),
            Parameter.query("cursor", "The field next of the page before, or with last the field previous.")};
    }

    /** The schema of a page. */
    static JsonValue.Obj shape() {
        return new JsonShape().with("items", JsonShape.list(JsonShape.shipped("entry")))
                .withOptional("next", JsonShape.TEXT).withOptional("previous", JsonShape.TEXT).json();
    }

    /** The page that a request asks for. */
    static ApiAnswer read(FileJournal log, RunVisibility runs, ApiCall call) {
        JournalQuery query = query(call);
        Predicate<LogEntry> filter = filter(call, runs);
        long place = PageCursor.number(call);
        OptionalInt last = call.integer(LAST, 1, MAX_PAGE);
        OptionalInt limit = call.integer(LIMIT, 1, MAX_PAGE);
        if (last.isPresent() && limit.isPresent()) {
            throw new IllegalArgumentException("last and limit exclude each other\nMaybe omit limit.");
        }
        return last.isPresent()
                ? backwards(log, query, filter, place, last.getAsInt())
                : forwards(log, query, filter, place, limit.orElse(USUAL_PAGE));
    }

    /** The pattern of a type, as in subscriptions. */
    static Pattern pattern(String text) {
        String trimmed = PatternDialect.trimmed(text);
        if (trimmed.isEmpty()) {
            throw new IllegalArgumentException("pattern must not be blank\nMaybe omit it, or build:*.");
        }
        return Pattern.of(trimmed, PatternDialect.DURABLE);
    }

    private static ApiAnswer forwards(FileJournal log, JournalQuery query, Predicate<LogEntry> filter, long after,
            int limit) {
        WalkResult walk = walk(size -> at -> log.select(query.startingAt(at + 1).withFirst(size)), filter,
                Math.max(0, after), limit);
        return ApiAnswer.of(new JsonObjectBuilder().with("items", walk.items()).withPresent("next", walk.cursor())
                .json());
    }

    private static ApiAnswer backwards(FileJournal log, JournalQuery query, Predicate<LogEntry> filter, long before,
            int limit) {
        WalkResult walk = walk(size -> at -> log.select(query.endingAt(at - 1).withLast(size)).reversed(), filter,
                before > 0 ? before : Long.MAX_VALUE, limit);
        return ApiAnswer.of(new JsonObjectBuilder().with("items", walk.items().reversed())
                .withPresent("previous", walk.cursor()).json());
    }

    /**
     * Found entries in the order of the walk.
     *
     * @param cursor the place to go on; {@code null} at the end
     */
    private record WalkResult(List<JsonValue> items, @Nullable String cursor) {}

    private static WalkResult walk(IntFunction<LongFunction<List<LogEntry>>> pages, Predicate<LogEntry> filter,
            long from, int limit) {
        List<JsonValue> items = new ArrayList<>();
        long at = from;
        int size = limit + 1;
        for (int examined = 0; examined < MAX_EXAMINED; examined += size) {
            size = Math.min(AT_ONCE, examined + size);
            List<LogEntry> found = pages.apply(size).apply(at);
            for (LogEntry entry : found) {
                boolean isFitting = filter.test(entry);
                if (isFitting && items.size() == limit) {
                    return new WalkResult(items, PageCursor.of(String.valueOf(at)));
                }
                if (isFitting) {
                    items.add(EntryCodec.encode(entry));
                }
                at = entry.sequence();
            }
            if (found.size() < size) {
                return new WalkResult(items, null);
            }
        }
        return new WalkResult(items, PageCursor.of(String.valueOf(at)));
    }

    private static JournalQuery query(ApiCall call) {
        JournalQuery query = JournalQuery.ALL.ofTenants(CallerAuthority.tenant(call.caller()));
        query = call.query("pattern").map(SignalPage::pattern).map(query::ofTypes).orElse(query);
        query = call.query("thread").map(query::ofThread).orElse(query);
        query = call.query("run").map(query::ofRun).orElse(query);
        return time(call, SINCE).map(query::since).orElse(query);
    }

    private static Predicate<LogEntry> filter(ApiCall call, RunVisibility runs) {
        Predicate<LogEntry> all = CallerAuthority.visible(call.caller(), runs);
        Optional<Instant> until = time(call, UNTIL);
        if (until.isPresent()) {
            all = all.and(entry -> entry.recordedAt().isBefore(until.get()));
        }
        if (call.query("source").isPresent()) {
            String source = call.query("source").get();
            all = all.and(entry -> entry.signal().source().isNamed(source));
        }
        if (call.query("emitter").isPresent()) {
            String emitter = call.query("emitter").get();
            all = all.and(entry -> entry.emission().isBy(emitter));
        }
        if (call.query("text").isPresent()) {
            String text = call.query("text").get();
            all = all.and(entry -> holds(entry, text));
        }
        return all;
    }

    private static boolean holds(LogEntry entry, String text) {
        Map<String, JsonValue> fields = SignalCodec.encode(entry.signal()).fields();
        return containsIgnoringCase(entry.signal().type().text(), text) || CONTENT.stream().map(fields::get)
                .anyMatch(value -> value != null && containsIgnoringCase(JsonText.write(value), text));
    }

    private static boolean containsIgnoringCase(String whole, String part) {
        for (int at = 0; at <= whole.length() - part.length(); at++) {
            if (whole.regionMatches(true, at, part, 0, part.length())) {
                return true;
            }
        }
        return false;
    }

    private static Optional<Instant> time(ApiCall call, String name) {
        return call.query(name).map(text -> {
            try {
                return Instant.parse(text);
            } catch (DateTimeException none) {
                throw new IllegalArgumentException(name + " must be a time such as 2026-11-02T10:00:00Z, got "
                        + QuotedValue.of(text));
            }
        });
    }
}
