package dev.waggle.review.view;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import dev.waggle.review.CallUsage;
import dev.waggle.review.RunLog;
import dev.waggle.review.explain.RunDeliberation;
import dev.waggle.review.explain.RunTimeline;
import dev.waggle.signal.Payload;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.OpenSeats;
import dev.waggle.swarm.agent.SeatRequest;

/**
 * View of a run for its page, while it runs and afterwards. Parts whose computation grows with the run are bounded, and
 * {@link #omitted} states each part that is not whole.
 *
 * @param deliberation the run decided again
 * @param marks its statements and visible events
 * @param agents the authors of marks by their numbers
 * @param proposals its proposals in the order in which they were made
 * @param story interventions and changed votes
 * @param limits its limits with their use
 * @param money its money, where the prices are known
 * @param seats open requests to people
 * @param span numbers and times of its entries
 * @param omitted parts that are not whole, each a sentence
 */
public record RunView(RunDeliberation deliberation, MarkTable marks, List<ViewAgents.ViewAgent> agents,
        List<ViewProposal> proposals, RunTimeline story, List<RunLimit> limits,
        Optional<CallUsage.MoneySpent> money, List<SeatRequest> seats, ViewSpan span, List<String> omitted) {

    /** Maximum number of entries of a run whose lenses are measured, unless a caller asks for them. */
    public static final int MAX_MEASURED_ENTRIES = 2_000;

    /** Maximum number of votes that are counted again for all rounds together. */
    static final int MAX_RECOUNTED_VOTES = 100_000;

    /** Maximum number of rounds that are decided again. */
    static final int MAX_ROUNDS = 200;

    public RunView {
        agents = List.copyOf(agents);
        proposals = List.copyOf(proposals);
        limits = List.copyOf(limits);
        seats = List.copyOf(seats);
        omitted = List.copyOf(omitted);
    }

    /**
     * Proposal of a run.
     *
     * @param id its id
     * @param name its short name, such as P3
     * @param mark the place of its mark
     * @param text the answer that it proposes
     */
    public record ViewProposal(String id, String name, int mark, String text) {}

    /**
     * Entries of a view.
     *
     * @param count their number
     * @param first the first one
     * @param last the last one
     */
    public record ViewSpan(int count, LogEntry first, LogEntry last) {}

    /** Lenses of a view. */
    public enum LensPart {
        /** Measured unless the run is large. */
        BOUNDED,
        /** Measured in any case, which takes seconds for a large run. */
        ALWAYS
    }

    /**
     * View of a run.
     *
     * @param entries its entries in order, at least one
     * @param prices the money of its calls, where their prices are known
     */
    public static RunView of(String run, List<LogEntry> entries, LensPart lenses,
            Function<RunLog, Optional<CallUsage.MoneySpent>> prices) {
        List<String> omitted = new ArrayList<>();
        RunDeliberation deliberation = deliberation(run, entries, lenses, omitted);
        RunLog log = deliberation.log();
        ViewAgents members = ViewAgents.of(log, entries);
        MarkTable marks = MarkTable.of(entries, members.ids());
        Map<String, Set<String>> models = log.spendings().models();
        Optional<CallUsage.MoneySpent> money = prices.apply(log);
        return new RunView(deliberation, marks,
                marks.agents().stream().map(id -> members.agent(id, models)).toList(), proposals(log, marks),
                RunTimeline.of(log), RunLimit.of(log, entries, money), money, seats(run, entries, omitted),
                new ViewSpan(entries.size(), entries.getFirst(), entries.getLast()), omitted);
    }

    private static RunDeliberation deliberation(String run, List<LogEntry> entries, LensPart lenses,
            List<String> omitted) {
        if (lenses == LensPart.ALWAYS || entries.size() <= MAX_MEASURED_ENTRIES) {
            return RunDeliberation.of(run, entries);
        }
        long votes = entries.stream().filter(entry -> entry.signal().payload() instanceof Payload.Vote).count();
        int rounds = Math.clamp(MAX_RECOUNTED_VOTES / Math.max(1, votes), 1, MAX_ROUNDS);
        RunDeliberation deliberation = RunDeliberation.withoutLenses(run, entries, rounds);
        omitted.add("the lenses are not measured, because the run has more than " + MAX_MEASURED_ENTRIES
                + " entries");
        if (deliberation.steered()) {
            omitted.add("the votes are counted without the attention of mathematics");
        }
        if (deliberation.course().skippedRounds() > 0) {
            omitted.add("of " + deliberation.log().rounds() + " rounds the last " + rounds + " are decided again");
        }
        return deliberation;
    }

    private static List<ViewProposal> proposals(RunLog log, MarkTable marks) {
        Map<String, ViewProposal> proposals = new LinkedHashMap<>();
        for (LogEntry entry : log.statements()) {
            if (entry.signal().payload() instanceof Payload.Proposal said) {
                proposals.putIfAbsent(said.proposalId(), new ViewProposal(said.proposalId(),
                        log.numbers().proposalName(said.proposalId()).orElse(said.proposalId()),
                        marks.row(said.proposalId()), said.content()));
            }
        }
        return List.copyOf(proposals.values());
    }

    private static List<SeatRequest> seats(String run, List<LogEntry> entries, List<String> omitted) {
        try {
            return OpenSeats.of(run, entries).requests();
        } catch (IllegalArgumentException unreadable) {
            omitted.add("the requests to people cannot be read");
            return List.of();
        }
    }
}
