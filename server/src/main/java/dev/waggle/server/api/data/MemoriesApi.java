package dev.waggle.server.api.data;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

import dev.waggle.server.access.AccessScope;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.ApiDoc;
import dev.waggle.server.http.ApiRange;
import dev.waggle.server.http.BodyForm;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.JsonShape;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.PageCursor;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.http.WorkLimit;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.QuotedValue;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryOrigin;
import dev.waggle.swarm.memory.MemoryStore;
import dev.waggle.swarm.memory.NewMemory;
import dev.waggle.swarm.memory.StoredMemory;
import org.jspecify.annotations.Nullable;

import static dev.waggle.server.http.JsonShape.NUMBER;
import static dev.waggle.server.http.JsonShape.TEXT;

/** Memories of the caller's tenant; of a caller without a tenant those that have none. */
public final class MemoriesApi {

    private static final int USUAL_PAGE = 50;
    private static final int MAX_PAGE = 1_000;
    private static final int MAX_QUERY = 10_000;
    private static final int USUAL_FOUND = 10;
    private static final int MAX_COUNTERS = 2;
    private static final String GROUP = "memories";
    private static final String CATEGORY = "note";
    private static final Parameter ID = Parameter.path("id", "The id of the memory.");

    private final Supplier<MemoryStore> memories;
    private final World world;
    private final WorkLimit counters = new WorkLimit(MAX_COUNTERS);

    /** @param memories the memories of the folder, opened when they are first needed */
    public MemoriesApi(Supplier<MemoryStore> memories, World world) {
        this.memories = memories;
        this.world = world;
    }

    /** Its operations. */
    public List<Operation> operations() {
        return List.of(
                Operation.of("listMemories", HttpVerb.GET, "/v1/memories", "Lists memories, the oldest first.",
                        this::list)
                        .with(filters(Parameter.number("limit", 1, MAX_PAGE, "Maximum number, " + USUAL_PAGE
                                + " by default."), PageCursor.parameter()))
                        .answering(AnswerForm.json(200, "Memories.", JsonShape.page(memory().json())))
                        .in(GROUP).needing(AccessScope.READ),
                Operation.of("addMemory", HttpVerb.POST, "/v1/memories",
                        "Adds a memory. An equal text reinforces the known one.", this::add)
                        .taking(BodyForm.json(MemoryNoteForm.class))
                        .answering(AnswerForm.json(201, "The memory.", memory().json()))
                        .in(GROUP).needing(AccessScope.SOLVE),
                Operation.of("searchMemories", HttpVerb.GET, "/v1/memories/search",
                        "Finds memories for words or a question, the best first.", this::search)
                        .with(filters(Parameter.query("q", "Words or a question.").asRequired(),
                                Parameter.number("limit", 1, MAX_PAGE, "Maximum number, " + USUAL_FOUND
                                        + " by default.")))
                        .answering(AnswerForm.json(200, "Memories with relevance and score.", JsonShape.page(
                                memory().with("relevance", NUMBER).with("score", NUMBER).json())))
                        .in(GROUP).needing(AccessScope.READ),
                Operation.of("countMemories", HttpVerb.GET, "/v1/memories/stats", "Shows figures of all memories.",
                        this::stats)
                        .answering(AnswerForm.json(200, "Figures.", MemoryFigures.class))
                        .refusing(503).in(GROUP).needing(AccessScope.READ),
                Operation.of("getMemory", HttpVerb.GET, "/v1/memories/{id}", "Shows a memory.",
                        call -> ApiAnswer.of(StoredMemoryJson.of(own(call))))
                        .with(ID).answering(AnswerForm.json(200, "The memory.", memory().json()))
                        .refusing(404).in(GROUP).needing(AccessScope.READ),
                Operation.of("forgetMemory", HttpVerb.DELETE, "/v1/memories/{id}",
                        "Deletes a memory for good. The log of its solve keeps the signal until it is redacted.",
                        this::forget)
                        .with(ID).answering(AnswerForm.empty(204, "It is deleted."))
                        .refusing(404).in(GROUP).needing(AccessScope.ADMIN));
    }

    /** Memory to add. */
    public record MemoryNoteForm(@ApiDoc("The text.") String content,
            @ApiDoc("The kind of memory, one word; note by default.") @Nullable String category,
            @ApiDoc("Its importance; 0.5 by default.") @ApiRange(min = 0, max = 1) @Nullable Double importance,
            @ApiDoc("Its author; the caller by default.") @Nullable String author,
            @ApiDoc("Further data.") JsonValue.@Nullable Obj metadata) {}

    /** Figures of the memories of a tenant. */
    public record MemoryFigures(@ApiDoc("Number of memories.") long total,
            @ApiDoc("Number of memories of each category.") SortedMap<String, Long> byCategory,
            @ApiDoc("Mean strength, 0 to 1; 0 without memories.") double averageStrength,
            @ApiDoc("Number of agreements of agents with memories.") long totalReinforcements) {}

    private ApiAnswer list(ApiCall call) throws IOException, InterruptedException {
        int limit = call.integer("limit", 1, MAX_PAGE).orElse(USUAL_PAGE);
        List<StoredMemory> found = memories.get().list(filter(call), PageCursor.place(call).orElse(null), limit + 1);
        List<StoredMemory> page = found.subList(0, Math.min(limit, found.size()));
        return ApiAnswer.of(new JsonObjectBuilder().with("items", page.stream().map(StoredMemoryJson::of).toList())
                .withPresent("next", found.size() > limit ? PageCursor.of(page.getLast().id()) : null).json());
    }

    private ApiAnswer add(ApiCall call) throws IOException, InterruptedException {
        MemoryNoteForm asked = call.body(MemoryNoteForm.class);
        NewMemory memory = new NewMemory(asked.content(), Objects.requireNonNullElse(asked.category(), CATEGORY),
                Objects.requireNonNullElse(asked.importance(), NewMemory.USUAL_IMPORTANCE),
                MemoryOrigin.byHand(author(call, asked), world.now()).withTenant(call.tenant()),
                asked.metadata() == null ? Map.of() : asked.metadata().fields());
        MemoryStore store = memories.get();
        String id = store.share(List.of(memory)).getFirst();
        StoredMemory stored = store.find(id)
                .orElseThrow(() -> new IllegalStateException("the memory " + id + " was evicted at once"));
        return ApiAnswer.of(StoredMemoryJson.of(stored)).withStatus(201);
    }

    /** A caller that may speak as one agent only is the author. */
    private static String author(ApiCall call, MemoryNoteForm asked) {
        String agent = call.caller().agent();
        if (agent != null && asked.author() != null && !agent.equals(asked.author())) {
            throw ProblemException.of(403, "this token speaks as " + QuotedValue.of(agent) + " only, got the author "
                    + QuotedValue.of(asked.author()) + "\nMaybe omit the author.");
        }
        return asked.author() != null ? asked.author() : agent != null ? agent : call.caller().name();
    }

    private ApiAnswer search(ApiCall call) throws IOException, InterruptedException {
        String query = call.query("q").orElse("");
        if (query.isBlank() || query.length() > MAX_QUERY) {
            throw new IllegalArgumentException("q must have 1 to " + MAX_QUERY
                    + " characters and no blanks only, got " + query.length());
        }
        int limit = call.integer("limit", 1, MAX_PAGE).orElse(USUAL_FOUND);
        return ApiAnswer.of(new JsonObjectBuilder().with("items",
                memories.get().search(query, limit, filter(call)).stream().map(found -> StoredMemoryJson
                        .fields(found.memory()).with("relevance", found.relevance()).with("score", found.score())
                        .json()).toList())
                .json());
    }

    /** Page by page, so that the texts of all memories are never held at once. */
    private ApiAnswer stats(ApiCall call) throws IOException, InterruptedException {
        MemoryFilter filter = MemoryFilter.ofTenant(call.tenant());
        long total = 0;
        double strength = 0;
        long agreements = 0;
        SortedMap<String, Long> byCategory = new TreeMap<>();
        try (WorkLimit.WorkSlot _ = counters.enter()) {
            MemoryStore store = memories.get();
            List<StoredMemory> page = store.list(filter, null, MAX_PAGE);
            while (!page.isEmpty()) {
                for (StoredMemory memory : page) {
                    total++;
                    strength += memory.strength();
                    agreements += memory.reinforcedBy().size();
                    byCategory.merge(memory.category(), 1L, Long::sum);
                }
                page = page.size() < MAX_PAGE ? List.of() : store.list(filter, page.getLast().id(), MAX_PAGE);
            }
        }
        return ApiAnswer.ofRecord(new MemoryFigures(total, byCategory, total == 0 ? 0 : strength / total,
                agreements));
    }

    private ApiAnswer forget(ApiCall call) throws IOException, InterruptedException {
        StoredMemory memory = own(call);
        if (memories.get().forget(List.of(memory.id())) == 0) {
            throw unknown(memory.id());
        }
        return ApiAnswer.empty();
    }

    /** The memory of a request; one of another tenant is unknown. */
    private StoredMemory own(ApiCall call) throws IOException, InterruptedException {
        String id = call.path("id");
        Optional<StoredMemory> found = memories.get().find(id);
        return found.filter(memory -> Objects.equals(memory.origin().tenant(), call.tenant()))
                .orElseThrow(() -> unknown(id));
    }

    private static ProblemException unknown(String id) {
        return ProblemException.of(404, "there is no memory " + QuotedValue.of(id)
                + "\nMaybe it is forgotten or evicted; see /v1/memories.");
    }

    private static MemoryFilter filter(ApiCall call) {
        return MemoryFilter.ofTenant(call.tenant()).withCategory(call.query("category").orElse(null))
                .withAuthor(call.query("author").orElse(null)).withRun(call.query("run").orElse(null))
                .withSince(time(call, "since")).withBefore(time(call, "before"));
    }

    private static @Nullable Instant time(ApiCall call, String name) {
        return call.query(name).map(text -> {
            try {
                return Instant.parse(text);
            } catch (DateTimeException none) {
                throw new IllegalArgumentException(name + " must be a time such as 2026-11-02T10:00:00Z, got "
                        + QuotedValue.of(text));
            }
        }).orElse(null);
    }

    private static Parameter[] filters(Parameter... further) {
        Parameter[] all = new Parameter[further.length + 5];
        System.arraycopy(further, 0, all, 0, further.length);
        int at = further.length;
        all[at++] = Parameter.query("category", "Only that kind.");
        all[at++] = Parameter.query("author", "Only what that agent or person said first.");
        all[at++] = Parameter.query("run", "Only memories of that solve.");
        all[at++] = Parameter.time("since", "Only memories stored then or later, such as 2026-11-02T10:00:00Z.");
        all[at] = Parameter.time("before", "Only memories stored earlier than that.");
        return all;
    }

    private static JsonShape memory() {
        return new JsonShape().with("id", TEXT).with("content", TEXT).with("category", TEXT)
                .with("importance", NUMBER).with("strength", NUMBER).with("author", TEXT)
                .withOptional("tenant", TEXT).withOptional("run", TEXT).withOptional("signal", TEXT)
                .with("time", JsonShape.WHOLE).with("reinforcedBy", JsonShape.list(TEXT)).with("outcome", TEXT)
                .with("metadata", JsonShape.OBJECT);
    }
}
