package dev.waggle.server.api.signal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.TenantFilter;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.JsonShape;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.http.WorkLimit;
import dev.waggle.server.run.RunVisibility;
import dev.waggle.signal.Links;
import dev.waggle.signal.Signal;
import dev.waggle.signal.codec.EntryCodec;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.text.QuotedValue;
import dev.waggle.signal.transcript.Causality;

import static dev.waggle.server.http.JsonShape.FLAG;
import static dev.waggle.server.http.JsonShape.TEXT;
import static dev.waggle.server.http.JsonShape.WHOLE;

/**
 * Causes and effects of a signal. They are searched in its run and among the entries around it. So a request reads a
 * bounded part of the log, and its answer names the bounds.
 */
public final class SignalTreeApi {

    /** Entries before the signal that are searched, and as many after it, and as many of its run. */
    static final int MAX_AROUND = 10_000;

    /** Entries that are searched for a signal without its number. */
    static final int MAX_SEARCHED = 20_000;

    /** Maximum number of causes, the nearest. */
    static final int MAX_CAUSES = 100;

    private static final int MAX_EFFECTS = 1_000;
    private static final int USUAL_EFFECTS = 200;
    private static final int MAX_DEPTH = 100;
    private static final int USUAL_DEPTH = 20;
    private static final int AT_ONCE = 1_000;
    private static final int MAX_VIEWS = 2;

    private final FileJournal log;
    private final RunVisibility runs;
    private final WorkLimit views = new WorkLimit(MAX_VIEWS);

    /** Trees of the signals of a log. */
    public SignalTreeApi(FileJournal log) {
        this.log = log;
        this.runs = new RunVisibility(log);
    }

    /** Its operations. */
    public List<Operation> operations() {
        return List.of(Operation.of("showSignalTree", HttpVerb.GET, "/v1/signals/{id}/tree",
                "Shows the causes of a signal up to the first one, and what followed from it.", this::show)
                .with(Parameter.path("id", "Id of the signal."),
                        Parameter.number("at", 1, Long.MAX_VALUE, "Number of its entry, without which only the newest "
                                + MAX_SEARCHED + " entries are searched."),
                        Parameter.flag("replies", "The signal that is answered counts as the cause where none is"
                                + " named."),
                        Parameter.number("depth", 0, MAX_DEPTH, "Maximum depth below the signal, " + USUAL_DEPTH
                                + " by default."),
                        Parameter.number("limit", 0, MAX_EFFECTS, "Maximum number of effects, " + USUAL_EFFECTS
                                + " by default."))
                .answering(AnswerForm.json(200, "The tree, each signal before its effects.", shape()))
                .refusing(404, 503).in(SignalsApi.GROUP).needing(AccessScope.READ));
    }

    private static JsonValue.Obj shape() {
        JsonValue.Obj row = new JsonShape().with("depth", WHOLE)
                .with("relation", new JsonObjectBuilder().withTexts("enum", List.of("cause", "signal", "effect"))
                        .json())
                .with("omitted", WHOLE).with("entry", JsonShape.shipped("entry")).json();
        return new JsonShape().with("signal", TEXT).with("sequence", WHOLE).with("items", JsonShape.list(row))
                .with("omittedCauses", WHOLE).withOptional("missingCause", TEXT).with("omittedEffects", FLAG)
                .with("from", WHOLE).with("to", WHOLE).json();
    }

    private ApiAnswer show(ApiCall call) {
        int depth = call.integer("depth", 0, MAX_DEPTH).orElse(USUAL_DEPTH);
        int limit = call.integer("limit", 0, MAX_EFFECTS).orElse(USUAL_EFFECTS);
        boolean replies = call.flag("replies");
        try (WorkLimit.WorkSlot _ = views.enter()) {
            LogEntry entry = find(call);
            SearchedEntries around = around(entry, call.caller());
            return ApiAnswer.of(new SignalTree(around, replies).json(entry, depth, limit));
        }
    }

    /** The entry of the signal, or a refusal that does not tell whether another tenant has it. */
    private LogEntry find(ApiCall call) {
        String id = call.path("id");
        long at = call.number("at", 1, Long.MAX_VALUE).orElse(0);
        Optional<LogEntry> found = at > 0
                ? log.read(at, 1).stream().filter(entry -> entry.sequence() == at).findFirst()
                : Optional.empty();
        return found.filter(entry -> isFitting(entry, id, call.caller())).or(() -> search(id, call.caller()))
                .orElseThrow(() -> ProblemException.of(404, "there is no signal " + QuotedValue.of(id)
                        + " among the newest " + MAX_SEARCHED + " entries\nMaybe name the number of its entry too, as"
                        + " at=17."));
    }

    private Optional<LogEntry> search(String id, CallerIdentity caller) {
        long before = log.lastSequence() + 1;
        for (int searched = 0; searched < MAX_SEARCHED && before > 1; searched += AT_ONCE) {
            List<LogEntry> page = log.select(JournalQuery.ALL.endingAt(before - 1).withLast(AT_ONCE));
            for (LogEntry entry : page.reversed()) {
                if (isFitting(entry, id, caller)) {
                    return Optional.of(entry);
                }
            }
            before = page.isEmpty() ? 0 : page.getFirst().sequence();
        }
        return Optional.empty();
    }

    private boolean isFitting(LogEntry entry, String id, CallerIdentity caller) {
        return entry.signal().id().equals(id) && isVisible(entry, caller);
    }

    /** An entry of a run belongs to the tenant of the run, and another to its own. */
    private boolean isVisible(LogEntry entry, CallerIdentity caller) {
        boolean isOfTenant = entry.signal().scope().run() != null || new TenantFilter(caller.tenant()).matches(entry);
        return isOfTenant && CallerAuthority.visible(caller, runs).test(entry);
    }

    /**
     * Entries in which causes and effects are searched, in order.
     *
     * @param from number of the first entry of the part of the log that was searched whole
     * @param to number of its last entry
     */
    private record SearchedEntries(Collection<LogEntry> entries, long from, long to) {}

    private SearchedEntries around(LogEntry entry, CallerIdentity caller) {
        long from = Math.max(1, entry.sequence() - MAX_AROUND);
        long to = Math.min(entry.sequence() + MAX_AROUND, Math.max(entry.sequence(), log.lastSequence()));
        TreeMap<Long, LogEntry> found = new TreeMap<>();
        add(JournalQuery.fromSequence(from).endingAt(to), caller, found);
        String run = entry.signal().scope().run();
        if (run != null) {
            add(JournalQuery.ALL.ofRun(run).withFirst(MAX_AROUND), caller, found);
        }
        return new SearchedEntries(run == null ? found.values() : ofRunOrLinked(found.values(), run), from, to);
    }

    /**
     * Entries of a run, of no run, and those of other runs that link to a signal outside of their own. Replays repeat the
     * ids of their recording, so a link means the signal of its own run if there is one.
     */
    private static List<LogEntry> ofRunOrLinked(Collection<LogEntry> entries, String run) {
        Map<String, Set<String>> ids = new HashMap<>();
        entries.forEach(entry -> ids.computeIfAbsent(runOf(entry), _ -> new HashSet<>()).add(entry.signal().id()));
        Set<String> own = ids.getOrDefault(run, Set.of());
        return entries.stream().filter(entry -> {
            String other = runOf(entry);
            Links links = entry.signal().links();
            return other.isEmpty() || other.equals(run) || (!own.contains(entry.signal().id())
                    && Stream.of(links.cause(), links.replyTo())
                            .noneMatch(target -> target != null && ids.getOrDefault(other, Set.of()).contains(target)));
        }).toList();
    }

    private static String runOf(LogEntry entry) {
        return Objects.requireNonNullElse(entry.signal().scope().run(), "");
    }

    private void add(JournalQuery query, CallerIdentity caller, Map<Long, LogEntry> found) {
        log.select(query).stream().filter(entry -> isVisible(entry, caller))
                .forEach(entry -> found.put(entry.sequence(), entry));
    }

    /** The tree of one signal. Owned by one thread. */
    private static final class SignalTree {

        private final IdentityHashMap<Signal, LogEntry> entries = new IdentityHashMap<>();
        private final Set<String> ids = new HashSet<>();
        private final SearchedEntries searched;
        private final Causality links;
        private final boolean replies;
        private final List<JsonValue> rows = new ArrayList<>();
        private boolean isCut;

        private SignalTree(SearchedEntries searched, boolean replies) {
            this.searched = searched;
            this.replies = replies;
            searched.entries().forEach(entry -> {
                entries.put(entry.signal(), entry);
                ids.add(entry.signal().id());
            });
            List<Signal> signals = searched.entries().stream().map(LogEntry::signal).toList();
            links = replies ? Causality.withReplies(signals) : Causality.of(signals);
        }

        /** A row that is still to be written. */
        private record PendingRow(LogEntry entry, int depth) {}

        private JsonValue.Obj json(LogEntry entry, int depth, int limit) {
            List<Signal> chain = links.chain(entry.signal().id());
            List<Signal> causes = chain.subList(0, Math.max(0, chain.size() - 1));
            List<Signal> shown = causes.subList(Math.max(0, causes.size() - MAX_CAUSES), causes.size());
            for (Signal cause : shown) {
                add(entryOf(cause), rows.size(), "cause", 0);
            }
            addEffects(entry, shown.size(), depth, limit, shown);
            Signal first = chain.isEmpty() ? entry.signal() : chain.getFirst();
            String named = first.links().cause() != null || !replies ? first.links().cause() : first.links().replyTo();
            return new JsonObjectBuilder().with("signal", entry.signal().id()).with("sequence", entry.sequence())
                    .with("items", rows).with("omittedCauses", (long) causes.size() - shown.size())
                    .withPresent("missingCause", named == null || ids.contains(named) ? null : named)
                    .with("omittedEffects", isCut).with("from", searched.from()).with("to", searched.to()).json();
        }

        /** Adds the signal and its effects, depth first. Causes that are effects too are a circle, shown once. */
        private void addEffects(LogEntry entry, int top, int depth, int limit, List<Signal> causes) {
            Set<String> seen = new HashSet<>(causes.stream().map(Signal::id).toList());
            seen.add(entry.signal().id());
            Deque<PendingRow> open = new ArrayDeque<>(List.of(new PendingRow(entry, 0)));
            int left = limit;
            while (!open.isEmpty()) {
                PendingRow row = open.pop();
                List<Signal> effects = links.children(row.entry.signal().id()).stream()
                        .filter(effect -> !seen.contains(effect.id())).toList();
                int shown = row.depth >= depth ? 0 : Math.min(left, effects.size());
                left -= shown;
                isCut |= shown < effects.size();
                add(row.entry, top + row.depth, row.depth == 0 ? "signal" : "effect", effects.size() - shown);
                for (Signal effect : effects.subList(0, shown).reversed()) {
                    seen.add(effect.id());
                    open.push(new PendingRow(entryOf(effect), row.depth + 1));
                }
            }
        }

        private LogEntry entryOf(Signal signal) {
            LogEntry entry = entries.get(signal);
            if (entry == null) {
                throw new IllegalStateException("every signal came with its entry, but not " + signal.id());
            }
            return entry;
        }

        private void add(LogEntry entry, int depth, String relation, int omitted) {
            rows.add(new JsonObjectBuilder().with("depth", depth).with("relation", relation).with("omitted", omitted)
                    .with("entry", EntryCodec.encode(entry)).json());
        }
    }
}
