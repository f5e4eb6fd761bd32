package dev.waggle.swarm.reaction.prompt;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import dev.waggle.signal.Signal;
import dev.waggle.swarm.harness.ModelMode;
import dev.waggle.swarm.reaction.reply.SignalReferences;

/**
 * The log of a deliberation in a prompt: one line for each signal, oldest first. A later log begins with the earlier
 * one, so a provider reads that part from its cache.
 *
 * <p>A log beyond {@value #MAX_CHARACTERS} characters is condensed by rule, oldest first, in blocks of
 * {@value #BLOCK} signals, until it is below {@value #ENOUGH} characters. First the findings become short, then those
 * of the oldest blocks are left out. Proposals, votes and objections stay as they are. The rule reads the signals one
 * after the other, so agents with the same log get the same lines. The beginning changes only when the limit is passed
 * once more. Cost: one pass over the signals.
 *
 * <p>A summary of exactly the findings of a short block takes their place, if it is no longer than their short lines.
 * So an agent reads nothing about a finding that did not reach it, and the rule alone decides which blocks are short.
 */
public final class PromptLog {

    /** About 10,000 tokens, which leaves room for system prompt, answer and tools in a window of 16,000. */
    static final int MAX_CHARACTERS = 30_000;

    /** Two thirds of the limit, so that several rounds fit before the next block is condensed. */
    static final int ENOUGH = 20_000;

    /** Number of signals that are condensed together. */
    static final int BLOCK = 20;

    private static final int FULL = 0;
    private static final int SHORT = 1;
    private static final int OMITTED = 2;

    private final List<LogLine> lines;
    private final Map<List<String>, String> summaries;
    /** Of each block whether it is full, short or omitted. */
    private final int[] levels;

    private PromptLog(List<LogLine> lines, Map<List<String>, String> summaries) {
        this.lines = lines;
        this.summaries = summaries;
        levels = new int[(lines.size() + BLOCK - 1) / BLOCK];
        int length = 0;
        for (int i = 0; i < lines.size(); i++) {
            length += lines.get(i).full().length() + 1;
            if (length > MAX_CHARACTERS) {
                length = condense(length, (i + 1) / BLOCK);
            }
        }
    }

    /**
     * The log of these signals, without the question that the prompt states before.
     *
     * @param summaries summaries of findings, by their ids in order
     */
    static PromptLog of(List<Signal> signals, SignalReferences references, ModelMode mode,
            Map<List<String>, String> summaries) {
        List<LogLine> lines = new ArrayList<>();
        for (Signal signal : signals) {
            if (!TurnView.isQuestion(signal, signals)) {
                lines.add(LogLine.of(signal, references, mode));
            }
        }
        return new PromptLog(List.copyOf(lines), summaries);
    }

    /**
     * Findings of a short block.
     *
     * @param signalIds the ids of the findings, in order
     * @param lines each finding as one JSON object, without what depends on the reader
     * @param maxCharacters maximum number of characters of a summary that takes their place
     */
    public record ShortBlock(List<String> signalIds, List<String> lines, int maxCharacters) {

        public ShortBlock {
            signalIds = List.copyOf(signalIds);
            lines = List.copyOf(lines);
        }
    }

    /** The blocks that are short in a log of these signals, oldest first. */
    public static List<ShortBlock> shortBlocks(List<Signal> signals, SignalReferences references) {
        PromptLog log = of(signals, references, ModelMode.FAST, Map.of());
        List<ShortBlock> blocks = new ArrayList<>();
        for (int block = 0; block < log.levels.length; block++) {
            List<LogLine> findings = log.findings(block);
            if (log.levels[block] == SHORT && !findings.isEmpty()) {
                SummaryLine empty = SummaryLine.of(findings, "");
                blocks.add(new ShortBlock(ids(findings), findings.stream().map(LogLine::source).toList(),
                        Math.max(0, room(findings) - empty.text().length())));
            }
        }
        return blocks;
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /** True if a recalled memory is in it. */
    boolean hasMemories() {
        return lines.stream().anyMatch(LogLine::isRemembered);
    }

    /** Number of findings that are left out. */
    int omitted() {
        int omitted = 0;
        for (int i = 0; i < lines.size(); i++) {
            omitted += levels[i / BLOCK] == OMITTED && lines.get(i).isFinding() ? 1 : 0;
        }
        return omitted;
    }

    /** Appends the lines to a text, each after a line break. Returns the ends of the rounds in that text. */
    List<Integer> appendTo(StringBuilder text) {
        List<Integer> ends = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            boolean isNewRound = i > 0 && !Objects.equals(lines.get(i).signal().scope().round(),
                    lines.get(i - 1).signal().scope().round());
            if (isNewRound && (ends.isEmpty() || ends.getLast() < text.length())) {
                ends.add(text.length());
            }
            lineOf(i).ifPresent(line -> text.append('\n').append(line));
        }
        return ends;
    }

    /** True if a summary takes the place of findings. */
    boolean isSummarized() {
        for (int block = 0; block < levels.length; block++) {
            if (levels[block] == SHORT && summary(block).isPresent()) {
                return true;
            }
        }
        return false;
    }

    /** The line of a signal, or at the first finding of a block its summary. */
    private Optional<String> lineOf(int place) {
        LogLine line = lines.get(place);
        int block = place / BLOCK;
        int level = line.isFinding() ? levels[block] : FULL;
        if (level != SHORT) {
            return level == FULL ? Optional.of(line.full()) : Optional.empty();
        }
        Optional<String> summary = summary(block);
        return summary.isEmpty()
                ? Optional.of(line.brief())
                : summary.filter(_ -> findings(block).getFirst().equals(line));
    }

    private Optional<String> summary(int block) {
        List<LogLine> findings = findings(block);
        return Optional.ofNullable(summaries.get(ids(findings)))
                .flatMap(summary -> SummaryLine.within(room(findings), findings, summary)).map(SummaryLine::text);
    }

    private List<LogLine> findings(int block) {
        return lines.subList(block * BLOCK, Math.min(lines.size(), (block + 1) * BLOCK)).stream()
                .filter(LogLine::isFinding).toList();
    }

    private static List<String> ids(List<LogLine> findings) {
        return findings.stream().map(line -> line.signal().id()).toList();
    }

    /** Characters of the short lines of these findings. */
    private static int room(List<LogLine> findings) {
        return findings.stream().mapToInt(line -> line.brief().length() + 1).sum() - 1;
    }

    /** Condenses the oldest complete blocks, one level after the other; returns the length of the rest. */
    private int condense(int length, int complete) {
        int rest = condense(length, complete, FULL);
        return rest > MAX_CHARACTERS ? condense(rest, complete, SHORT) : rest;
    }

    private int condense(int length, int complete, int level) {
        int rest = length;
        for (int block = 0; block < complete && rest > ENOUGH; block++) {
            if (levels[block] == level) {
                rest -= saved(block, level);
                levels[block]++;
            }
        }
        return rest;
    }

    private int saved(int block, int level) {
        return lines.subList(block * BLOCK, (block + 1) * BLOCK).stream().filter(LogLine::isFinding)
                .mapToInt(line -> level == FULL
                        ? line.full().length() - line.brief().length()
                        : line.brief().length() + 1)
                .sum();
    }
}
