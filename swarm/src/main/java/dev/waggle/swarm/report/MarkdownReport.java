package dev.waggle.swarm.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.agent.ReplyQuality;
import dev.waggle.swarm.consensus.ApprovalStatus;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.consensus.Dissent;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.harness.SolveCost;
import dev.waggle.swarm.identity.SignalNumbers;
import dev.waggle.swarm.identity.UnstatedConfidence;
import org.jspecify.annotations.Nullable;

/**
 * Report of a solve for people, in Markdown: question, answer, figures, proposals, votes, every dissent, and the doubts
 * that no other participant answered. Approvals and vetoes are listed if there are any.
 */
public final class MarkdownReport {

    private static final int PERCENT = 100;
    private static final double MILLIS = 1_000;
    /** Smallest amount of savings that is listed, in USD: half of the last digit. */
    private static final double MIN_SAVED = 0.00005;

    private final StringBuilder text = new StringBuilder();

    private final SignalNumbers numbers;

    private MarkdownReport(SignalNumbers numbers) {
        this.numbers = numbers;
    }

    /**
     * Summary of a solve.
     *
     * @param answer the answer, or a sentence that states that there is none
     * @param ending the reason for the end, with figures
     * @param rounds number of rounds
     * @param duration from the task to the result
     * @param unheard number of agents without a signal, in words; empty when all were heard
     */
    public record Summary(String answer, String ending, int rounds, Duration duration,
            Optional<String> unheard) {}

    /**
     * The report, which ends with a line end.
     *
     * @param log all signals of the solve, in order; the first task in it is the question
     */
    public static String of(Summary summary, ConsensusResult consensus, List<Signal> log, SolveCost cost,
            ReplyQuality replies) {
        SignalNumbers numbers = new SignalNumbers();
        log.forEach(numbers::add);
        MarkdownReport report = new MarkdownReport(numbers);
        report.heading("#", consensus.decided() ? "Decision" : "No decision");
        report.question(log);
        report.heading("##", "Answer").text.append(MarkdownText.quote(summary.answer()));
        report.figures(summary, consensus, cost, replies);
        report.proposals(consensus.standings());
        report.votes(consensus.votingRecord(), log.stream().filter(UnstatedConfidence::isMarked).map(Signal::id)
                .collect(Collectors.toSet()));
        report.approvals(consensus.approval());
        report.dissent(consensus.dissent());
        report.doubts(log);
        return report.text.toString();
    }

    private void question(List<Signal> log) {
        log.stream().map(Signal::payload).filter(Payload.Task.class::isInstance).map(Payload.Task.class::cast)
                .findFirst().ifPresent(task -> {
                    heading("##", "Question").text.append(MarkdownText.quote(task.task()));
                    String context = task.context();
                    if (context != null && !context.isBlank()) {
                        text.append("\nContext:\n\n").append(MarkdownText.quote(context));
                    }
                });
    }

    private void figures(Summary summary, ConsensusResult consensus, SolveCost cost, ReplyQuality replies) {
        text.append('\n');
        table("Figure", "Value");
        row("Confidence", consensus.estimate().inWords());
        row("Agreement", percent(consensus.agreement()) + " by " + consensus.strategy());
        row("Ending", summary.ending());
        summary.unheard().ifPresent(count -> row("Never heard", count));
        row("Votes", numbers.withNames(consensus.reasoning()));
        row("Rounds", String.valueOf(summary.rounds()));
        row("Duration", String.format(PlainLocale.NONE, "%.1f s", summary.duration().toMillis() / MILLIS));
        row("Cost", costOf(cost.total()));
        replies.inWords().forEach(line -> row("Replies", line));
    }

    private static String costOf(SolveCost.UsageTotals total) {
        String estimate = total.estimatedCalls() == 0 ? "" : ", tokens of " + total.estimatedCalls() + " estimated";
        String guessed = total.unpricedCalls() == 0 ? "" : ", price of " + total.unpricedCalls() + " unknown";
        String saved = total.savedUsd() < MIN_SAVED
                ? ""
                : String.format(PlainLocale.NONE, ", %.4f USD saved by caches", total.savedUsd());
        return String.format(PlainLocale.NONE, "%.4f USD, %,d tokens%s %d model %s%s%s%s", total.usd(),
                (long) total.totalTokens(), partsOf(total), total.calls(), total.calls() == 1 ? "call" : "calls",
                saved, estimate, guessed);
    }

    /** The tokens with prices of their own, up to the next part of the cost. */
    private static String partsOf(SolveCost.UsageTotals total) {
        String parts = Stream.of(part(total.cachedInputTokens(), "cached"),
                part(total.cacheWriteTokens(), "written to the cache"), part(total.reasoningTokens(), "thinking"))
                .filter(part -> !part.isEmpty()).collect(Collectors.joining(", "));
        return parts.isEmpty() ? "," : ", of them " + parts + ';';
    }

    private static String part(double tokens, String name) {
        return tokens < 1 ? "" : String.format(PlainLocale.NONE, "%,d %s", (long) tokens, name);
    }

    private void proposals(List<ProposalStanding> standings) {
        heading("##", "Proposals");
        if (standings.isEmpty()) {
            text.append("None.\n");
            return;
        }
        table("Proposal", "Author", "Share", "Agree", "Voters", "Content");
        standings.forEach(standing -> row(name(standing.proposal().id()), standing.proposal().sourceAgentId(),
                percent(standing.share()), String.valueOf(standing.agreeVoters()),
                String.valueOf(standing.allVoters()), standing.proposal().content()));
    }

    private void votes(List<VoteRecord> votes, Set<String> unstated) {
        heading("##", "Votes");
        if (votes.isEmpty()) {
            text.append("None.\n");
            return;
        }
        table("Agent", "Vote", "Proposal", "Weight", "Reason");
        votes.forEach(vote -> row(vote.agentId(), word(vote.vote().stance()), name(vote.proposalId()),
                unstated.contains(vote.signalId()) ? "not stated"
                        : String.format(PlainLocale.NONE, "%.2f", vote.vote().weight()),
                vote.vote().reasoning() == null ? "" : vote.vote().reasoning()));
    }

    private void approvals(ApprovalStatus approval) {
        List<String> items = new ArrayList<>();
        approval.approvedBy().forEach(agent -> items.add(item(agent, "approved", "")));
        approval.missing().forEach(agent -> items.add(item(agent, "approval missing", "")));
        approval.vetoes().forEach(
                veto -> items.add(item(veto.agentId(), "veto of " + name(veto.proposalId()), veto.reasoning())));
        if (!items.isEmpty()) {
            heading("##", "Approvals").list(items);
        }
    }

    private void dissent(List<Dissent> dissent) {
        heading("##", "Dissent");
        list(dissent.stream()
                .map(one -> item(one.agentId(), word(one.kind()) + " about " + name(one.about()), one.text()))
                .toList());
    }

    /** Lists the doubts without a reply of another source. */
    private void doubts(List<Signal> log) {
        Map<String, Signal> known = new HashMap<>();
        log.forEach(signal -> known.put(signal.id(), signal));
        Set<String> answered = new HashSet<>();
        for (Signal signal : log) {
            Signal target = known.get(String.valueOf(signal.links().replyTo()));
            if (target != null && !target.source().equals(signal.source())) {
                answered.add(target.id());
            }
        }
        List<String> open = new ArrayList<>();
        for (Signal signal : log) {
            if (signal.payload() instanceof Payload.Doubt doubt && !answered.contains(signal.id())) {
                String target = targetOf(doubt, known.get(doubt.targetSignalId()));
                open.add(item(signal.source().label(), word(doubt.severity()) + " severity, about " + target,
                        doubt.concern()));
            }
        }
        heading("##", "Open doubts").list(open);
    }

    /** The doubted proposal if it is one, else the doubted signal. */
    private String targetOf(Payload.Doubt doubt, @Nullable Signal target) {
        if (target == null) {
            return doubt.targetSignalId();
        }
        return target.payload() instanceof Payload.Proposal proposal
                ? name(proposal.proposalId())
                : target.type() + " by " + target.source().label();
    }

    /** Name of a proposal, or the id as it is when it is not one. */
    private String name(String proposalId) {
        return numbers.proposalName(proposalId).orElse(proposalId);
    }

    private MarkdownReport heading(String level, String title) {
        int length = text.length();
        boolean isBehindText = length > 1 && text.charAt(length - 2) != '\n';
        text.append(isBehindText ? "\n" : "").append(level).append(' ').append(title).append("\n\n");
        return this;
    }

    private void table(String... titles) {
        text.append("| ").append(String.join(" | ", titles)).append(" |\n|")
                .append(" --- |".repeat(titles.length)).append('\n');
    }

    private void row(String... cells) {
        text.append("| ").append(Stream.of(cells).map(MarkdownText::inline).collect(Collectors.joining(" | ")))
                .append(" |\n");
    }

    private void list(List<String> items) {
        if (items.isEmpty()) {
            text.append("None.\n");
        }
        items.forEach(item -> text.append("- ").append(item).append('\n'));
    }

    private static String item(String agent, String role, String words) {
        String said = MarkdownText.inline(words);
        return "**" + MarkdownText.inline(agent) + "** (" + MarkdownText.inline(role) + ')'
                + (said.isEmpty() ? "" : ": " + said);
    }

    private static String percent(double share) {
        return String.format(PlainLocale.NONE, "%.0f %%", PERCENT * share);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
