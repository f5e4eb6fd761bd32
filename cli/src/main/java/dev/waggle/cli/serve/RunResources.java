package dev.waggle.cli.serve;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.waggle.connect.mcp.server.ResourceInfo;
import dev.waggle.connect.mcp.server.ResourceProvider;
import dev.waggle.connect.mcp.server.ResourceResult;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.SearchableJournal;
import dev.waggle.review.explain.RunDecision;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.run.RunTenant;
import dev.waggle.signal.codec.EntryCodec;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;

/**
 * The runs of a log, as resources.
 *
 * <pre>
 *   waggle://runs              which runs there are
 *   waggle://runs/{id}         what one of them came to
 *   waggle://runs/{id}/log     everything that was said in it
 * </pre>
 */
final class RunResources implements ResourceProvider {

    /** Maximum number of runs listed, the latest ones: about 50 kB. */
    static final int MAX_RUNS = 200;

    /** Maximum number of entries read of a run, ten times the size of a usual run. */
    static final int MAX_ENTRIES = 2_000;

    /** Maximum number of characters of a log that are returned; a model reads no more. */
    static final int MAX_TEXT = 1 << 20;

    private static final String JSON = "application/json";
    private static final String LINES = "application/x-ndjson";
    private static final String RUNS = "waggle://runs";
    private static final Pattern RUN = Pattern.compile(Pattern.quote(RUNS) + "/([^/]{1,200})(/log)?");
    private static final dev.waggle.signal.pattern.Pattern FACTS = dev.waggle.signal.pattern.Pattern.of("run:*");

    private final SearchableJournal log;
    private final CallerIdentity reader;

    /**
     * The runs of a log.
     *
     * @param reader the caller whose runs are shown
     */
    public RunResources(SearchableJournal log, CallerIdentity reader) {
        this.log = log;
        this.reader = reader;
    }

    @Override
    public List<ResourceInfo> list() {
        return List.of(new ResourceInfo(RUNS, "runs", "The runs in the log, the latest last", JSON),
                new ResourceInfo(RUNS + "/{id}", "run",
                        "What a run came to: question, decision, votes, dissent, failures", JSON),
                new ResourceInfo(RUNS + "/{id}/log", "log of a run", "Everything that was said in it, an entry a line",
                        LINES));
    }

    @Override
    public ResourceResult read(String uri) {
        if (uri.equals(RUNS)) {
            return new ResourceResult.Found(JSON, JsonText.write(runs()));
        }
        Matcher run = RUN.matcher(uri);
        if (!run.matches()) {
            return new ResourceResult.Missing("there is no resource \"" + uri + "\"\nMaybe " + RUNS + ".");
        }
        List<LogEntry> entries = log.select(JournalQuery.ALL.ofRun(run.group(1)).withFirst(MAX_ENTRIES + 1));
        if (entries.isEmpty() || !isVisible(entries.getFirst())) {
            return new ResourceResult.Missing(
                    "the log holds no run \"" + run.group(1) + "\"\nMaybe one of those in " + RUNS + ".");
        }
        return run.group(2) == null
                ? new ResourceResult.Found(JSON, JsonText.write(RunSummary.of(run.group(1), entries, MAX_ENTRIES)
                        .json(RunDecision.of(run.group(1), entries).recount().result().dissent())))
                : new ResourceResult.Found(LINES, lines(entries));
    }

    private JsonValue runs() {
        // A run has two such facts, so one more run than is listed shows that there are more.
        List<LogEntry> facts = log.select(JournalQuery.ALL.ofTypes(FACTS).withLast(2 * (MAX_RUNS + 1)));
        Map<String, List<LogEntry>> byRun = facts.stream().filter(RunSummary::isFact).collect(Collectors
                .groupingBy(entry -> String.valueOf(entry.signal().scope().run()), LinkedHashMap::new,
                        Collectors.toList()));
        List<JsonValue> listed = new ArrayList<>();
        byRun.forEach((run, entries) -> {
            if (isVisible(log.select(JournalQuery.ALL.ofRun(run).withFirst(1)).getFirst())) {
                listed.add(RunSummary.line(RUNS + "/" + run, run, entries));
            }
        });
        boolean all = byRun.size() <= MAX_RUNS && facts.size() < 2 * (MAX_RUNS + 1);
        return new JsonObjectBuilder()
                .with("runs", listed.subList(Math.max(0, listed.size() - MAX_RUNS), listed.size()))
                .withPresent("note", all ? null : "there may be earlier runs; at most " + MAX_RUNS + " are listed")
                .json();
    }

    private boolean isVisible(LogEntry opened) {
        return RunTenant.isVisible(reader, RunTenant.of(opened));
    }

    private static String lines(List<LogEntry> entries) {
        StringBuilder text = new StringBuilder();
        int written = 0;
        for (LogEntry entry : entries) {
            String line = JsonText.write(EntryCodec.encode(entry));
            if (written == MAX_ENTRIES || text.length() + line.length() > MAX_TEXT) {
                text.append(JsonText.write(JsonValue.of(Map.of("note", JsonValue.of("this is not all: the run has more"
                        + " than these " + written + " entries, the next has the number " + entry.sequence()
                        + "; waggle log show has them all"))))).append('\n');
                return text.toString();
            }
            text.append(line).append('\n');
            written++;
        }
        return text.toString();
    }
}
