package dev.waggle.swarm.engine.turn;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.Signal;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.agent.HistoryView;
import dev.waggle.swarm.agent.call.CallOutcome.Answered;
import dev.waggle.swarm.agent.call.CallOutcome.Failed;
import dev.waggle.swarm.assist.LogCondenser;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.speech.SolveBus;
import dev.waggle.swarm.engine.turn.HelperExecutor.HelperJob;
import dev.waggle.swarm.engine.turn.HelperExecutor.JobResult;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.reaction.prompt.PromptLog;
import dev.waggle.swarm.reaction.prompt.PromptLog.ShortBlock;
import dev.waggle.swarm.reaction.reply.SignalReferences;
import dev.waggle.swarm.reaction.reply.TextExcerpt;

/**
 * Asks the condenser of logs, where one is configured, before turns. It asks once for each block of findings that the
 * rule shortens in the log of a called agent. Agents with the same log share the summary. No block is asked for a
 * second time, so the beginning of prompts changes no further. A failure is reported, and the rule holds. Owned by the
 * thread of the solve.
 */
public final class CondenserExecutor {

    /** Maximum number of calls before the turns of a round: each costs money, and more blocks at once are rare. */
    static final int MAX_CALLS = 8;

    /** Time for the calls before the turns of a round, which wait for them. */
    static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** Number of consecutive rounds of nothing but failed calls after which the condenser is asked no more. */
    static final int MAX_FAILURES = 2;

    /** Characters of a summary below which the short lines of the rule say as much. */
    private static final int MIN_ROOM = 200;

    /** Characters of the mark of a cut. */
    private static final int CUT = 6;

    private final SolveContext context;
    private final StopGuard guard;
    private final HelperExecutor helpers;
    private final SolveBus bus;
    private final Map<List<String>, String> summaries = new HashMap<>();
    private final Set<List<String>> settled = new HashSet<>();
    private int failures;

    public CondenserExecutor(SolveContext context, StopGuard guard, HelperExecutor helpers, SolveBus bus) {
        this.context = context;
        this.guard = guard;
        this.helpers = helpers;
        this.bus = bus;
    }

    /** Summarizes the blocks that are short in these histories and have not been settled. */
    void condense(List<HistoryView> histories) {
        Optional<LogCondenser> condenser = context.config().services().assistance().logCondenser();
        if (condenser.isEmpty() || failures >= MAX_FAILURES || guard.stopReason().isPresent()) {
            return;
        }
        List<ShortBlock> fresh = freshBlocks(histories);
        List<ShortBlock> asked = fresh.stream().filter(block -> block.maxCharacters() >= MIN_ROOM).limit(MAX_CALLS)
                .toList();
        fresh.forEach(block -> settled.add(block.signalIds()));
        if (!asked.isEmpty()) {
            record(asked, helpers.runAll(InfrastructureNames.LOG_CONDENSER,
                    asked.stream().map(block -> job(condenser.get(), block)).toList(), TIMEOUT));
        }
    }

    /** The same history with the summaries so far. */
    HistoryView withSummaries(HistoryView history) {
        Map<List<String>, String> known = Map.copyOf(summaries);
        return new HistoryView() {
            @Override
            public List<Signal> select(SignalFilter filter) {
                return history.select(filter);
            }

            @Override
            public int numberOf(String signalId) {
                return history.numberOf(signalId);
            }

            @Override
            public List<String> supporters(String signalId) {
                return history.supporters(signalId);
            }

            @Override
            public Map<List<String>, String> summaries() {
                return known;
            }
        };
    }

    /** The short blocks of these histories that are not settled, each once. Equal histories are read once. */
    private List<ShortBlock> freshBlocks(List<HistoryView> histories) {
        Map<List<String>, ShortBlock> fresh = new LinkedHashMap<>();
        Set<List<String>> read = new HashSet<>();
        for (HistoryView history : histories) {
            List<Signal> all = history.select(SignalFilter.ALL);
            if (read.add(all.stream().map(Signal::id).toList())) {
                PromptLog.shortBlocks(all, new SignalReferences(all, history::numberOf, List.of())).stream()
                        .filter(block -> !settled.contains(block.signalIds()))
                        .forEach(block -> fresh.putIfAbsent(block.signalIds(), block));
            }
        }
        return List.copyOf(fresh.values());
    }

    private HelperJob job(LogCondenser condenser, ShortBlock block) {
        LogCondenser.FindingBlock question = new LogCondenser.FindingBlock(context.task(), block.lines(),
                block.maxCharacters());
        HelperJob job = call -> shortened(Objects.requireNonNull(condenser.condense(question, call),
                "its answer is null, not a summary"), block).toJson();
        return job.withReader(LogCondenser.Summary::of);
    }

    /** The beginning of a summary that has more characters than were asked for, so that the log holds no more. */
    private static LogCondenser.Summary shortened(LogCondenser.Summary summary, ShortBlock block) {
        return new LogCondenser.Summary(
                TextExcerpt.of(summary.text().strip(), block.maxCharacters() - CUT));
    }

    private void record(List<ShortBlock> asked, List<JobResult> results) {
        List<String> failed = new ArrayList<>();
        for (int i = 0; i < asked.size(); i++) {
            switch (results.get(i).outcome()) {
                case Answered<JsonValue> answered ->
                    summaries.put(asked.get(i).signalIds(), LogCondenser.Summary.of(answered.answer()).text());
                case Failed<JsonValue> failure -> failed.add(failure.message());
            }
        }
        failures = failed.size() < asked.size() ? 0 : failures + 1;
        failed.stream().distinct().forEach(
                message -> bus.reportFailure(InfrastructureNames.LOG_CONDENSER, "log-condenser.condense", message));
    }
}
