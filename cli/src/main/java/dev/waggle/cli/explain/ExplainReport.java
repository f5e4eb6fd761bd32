package dev.waggle.cli.explain;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

import dev.waggle.cli.lens.FindingText;
import dev.waggle.cli.terminal.ProposalLabels;
import dev.waggle.cli.terminal.Sparkline;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.cli.terminal.TokenText;
import dev.waggle.review.CallUsage;
import dev.waggle.review.RunLog;
import dev.waggle.review.explain.DeliberationReplay;
import dev.waggle.review.explain.Explanation;
import dev.waggle.review.explain.FindingEffects;
import dev.waggle.review.explain.FindingEffects.FindingEffect;
import dev.waggle.review.explain.RunTimeline;
import dev.waggle.review.json.StanceJson;
import dev.waggle.review.whatif.VoteOutcome;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.consensus.ApprovalStatus;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.Dissent;
import dev.waggle.swarm.consensus.StrategyCatalog;
import dev.waggle.swarm.harness.SolveCost;

/** An explanation for a person. */
public final class ExplainReport {

    private static final int SPARKLINE = 40;
    private static final int BAR = 24;
    /** Maximum number of lines of a kind; the rest is counted. */
    private static final int MAX_LINES = 20;

    private final Explanation explanation;
    private final Optional<CallUsage.MoneySpent> money;
    private final ReportWriter page;
    private final BallotView ballots;

    private ExplainReport(Explanation explanation, Optional<CallUsage.MoneySpent> money, ReportWriter page) {
        this.explanation = explanation;
        this.money = money;
        this.page = page;
        ballots = new BallotView(explanation, page);
    }

    /**
     * Writes it, at most so wide.
     *
     * @param money its money, where the prices are known
     */
    public static void write(Explanation explanation, Optional<CallUsage.MoneySpent> money, TerminalScreen screen,
            int width) {
        new ExplainReport(explanation, money, new ReportWriter(screen, width, labels(explanation))).write();
    }

    private static ProposalLabels labels(Explanation explanation) {
        ProposalLabels labels = new ProposalLabels(explanation.log().numbers());
        explanation.recount().result().standings()
                .forEach(standing -> labels.describe(standing.proposal().id(), standing.proposal().content()));
        return labels;
    }

    private void write() {
        question();
        answer();
        explanation.course().tree().ifPresent(tree -> new CauseTreeView(explanation, page).draw(tree));
        ballots.write();
        explanation.learned().ifPresent(learned -> LearnedView.write(learned, MAX_LINES, page));
        explanation.votes().trail().ifPresent(trail -> PosteriorView.write(trail, MAX_LINES, page));
        rounds();
        mathematics();
        printTimeline();
        dissent();
        MemoryView.write(explanation, MAX_LINES, page);
        new FlipView(explanation, page).write();
        costs();
    }

    private void question() {
        page.line(page.paint(Ink.BOLD, "run " + ReportWriter.safe(explanation.log().run())));
        explanation.notes().forEach(page::remark);
        explanation.log().task().map(entry -> entry.signal().payload()).ifPresent(payload -> {
            if (payload instanceof Payload.Task task) {
                page.line("");
                page.block(Ink.BOLD, task.task());
                if (task.context() != null) {
                    page.block(Ink.DIM, task.context());
                }
            }
        });
    }

    private void answer() {
        ConsensusResult result = explanation.recount().result();
        boolean decided = explanation.log().decision().isPresent();
        page.part(decided ? "Decision" : explanation.log().isClosed() ? "No decision" : "No end");
        if (decided) {
            explanation.log().decided().ifPresent(reached -> page.block(Ink.GREEN, reached.decision()));
        } else {
            page.block(Ink.YELLOW, result.leader()
                    .map(leader -> (result.decided() ? "the votes so far decide on " : "ahead is ")
                            + page.name(leader.id()) + ": " + leader.content())
                    .orElse("no vote agrees with a proposal"));
        }
        page.line("");
        if (result.leader().isPresent()) {
            page.fact("confidence", result.estimate().inWords());
        }
        page.fact(StrategyCatalog.measureOf(result.strategy()), ReportWriter.percent(result.agreement()) + " by "
                + result.strategy() + ": "
                + page.plain(result.reasoning()));
        approval(result);
        explanation.log().ending().ifPresent(ending -> page.fact("ended by", ending + ", "
                + ReportWriter.plural(explanation.log().rounds(), "round") + explanation.log().totalMs()
                        .map(ms -> ", " + seconds(ms)).orElse("")));
        page.fact("counted again", counted());
    }

    /** Writes the approval rule and the answers to it; nothing without a rule. */
    private void approval(ConsensusResult result) {
        ApprovalRule rule = explanation.rules().consensus().approval();
        ApprovalStatus status = result.approval();
        if (!rule.requiredVoters().isEmpty()) {
            page.fact("approval", "required of " + String.join(", ", rule.requiredVoters()) + "; given by "
                    + listed(status.approvedBy()) + "; missing of " + listed(status.missing()));
        }
        if (!rule.vetoers().isEmpty()) {
            page.fact("veto", "possible for " + String.join(", ", rule.vetoers())
                    + (status.vetoes().isEmpty() ? "; no proposal is vetoed" : ""));
        }
        for (ApprovalStatus.Veto veto : status.vetoes().stream().limit(MAX_LINES).toList()) {
            page.fact("", page.name(veto.proposalId()) + " is vetoed by " + veto.agentId()
                    + (veto.reasoning().isBlank() ? "" : ": " + veto.reasoning()));
        }
        more(status.vetoes().size() - MAX_LINES, "veto vote");
    }

    private static String listed(List<String> agents) {
        return agents.isEmpty() ? "none" : String.join(", ", agents);
    }

    private String counted() {
        if (!explanation.departures().isEmpty()) {
            return "the result differs: " + String.join("; ", explanation.departures())
                    + ". The rest of the report is about the votes as counted here";
        }
        return explanation.isComparable()
                ? "the same result as in the log"
                : "the log holds no result, so there is nothing to compare";
    }

    private static String seconds(long ms) {
        return String.format(PlainLocale.NONE, "%,.1f s", ms / 1000.0);
    }

    private void rounds() {
        List<DeliberationReplay.Round> rounds = explanation.course().rounds();
        if (rounds.size() < 2) {
            return;
        }
        page.part("Round by round");
        List<OptionalDouble> agreements = rounds.stream()
                .map(round -> round.outcome().leader() == null
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(round.outcome().agreement()))
                .toList();
        String picture = Sparkline.of(agreements, SPARKLINE, page.glyphs());
        String measure = ReportWriter.pad(StrategyCatalog.measureOf(explanation.recount().result().strategy()), 10);
        page.printColumns("  " + measure + "  " + page.paint(Ink.CYAN, picture) + "  ",
                TextTable.width(measure + picture) + 6,
                "from " + ReportWriter.percent(rounds.getFirst().outcome().agreement()) + " to "
                        + ReportWriter.percent(rounds.getLast().outcome().agreement())
                        + "; the mark is the threshold");
        int skipped = Math.max(0, rounds.size() - MAX_LINES);
        for (DeliberationReplay.Round round : rounds.subList(skipped, rounds.size())) {
            VoteOutcome outcome = round.outcome();
            String leader = outcome.leader() == null ? "no agreement" : page.label(outcome.leader());
            String figures = String.format(PlainLocale.NONE, "  %5d  %7s  ", round.number(),
                    ReportWriter.percent(outcome.agreement()));
            Ink ink = outcome.decided() ? Ink.GREEN : Ink.BLUE;
            String bar = figures
                    + page.bar(outcome.agreement(), explanation.rules().consensus().threshold(), BAR, ink) + "  ";
            int used = figures.length() + BAR + 3;
            String mark = mark(round);
            if (used + TextTable.width(leader + mark) <= page.width()) {
                page.line(bar + page.paint(ink, leader) + page.paint(Ink.DIM, mark));
            } else {
                page.printColumns(bar, used, leader + mark);
            }
        }
        more(skipped, "earlier round");
    }

    private static String mark(DeliberationReplay.Round round) {
        if (round.outcome().decided()) {
            String decided = round.settling().map(why -> "  waits: " + why.split(";", 2)[0]).orElse("  decided");
            return round.held() ? "  held for an objection" : decided;
        }
        return round.evaluated() ? "" : "  too few voters";
    }

    private void mathematics() {
        page.part("Findings of mathematics");
        if (explanation.course().acts().isEmpty()) {
            page.line("  no lens reported a finding");
        }
        for (FindingEffect act : explanation.course().acts().stream().limit(MAX_LINES).toList()) {
            String left = "r" + act.round();
            page.printColumns("  " + page.paint(Ink.DIM, ReportWriter.pad(left, 5)), 7,
                    act.found().finding().lens() + ": " + page.plain(FindingText.rounded(act.found().finding())));
            page.line("       " + page.paint(ink(act.effect()), ReportWriter.safe(page.plain(act.words()))));
        }
        more(explanation.course().acts().size() - MAX_LINES, "finding");
    }

    private static Ink ink(FindingEffects.Effect effect) {
        return switch (effect) {
            case STOPPED -> Ink.YELLOW;
            case CHALLENGED -> Ink.MAGENTA;
            case WEIGHED -> Ink.CYAN;
            case NOTED, WATCHED -> Ink.DIM;
        };
    }

    private void printTimeline() {
        RunTimeline timeline = explanation.course().story();
        if (timeline.interventions().isEmpty() && timeline.changes().isEmpty()) {
            return;
        }
        page.part("Interventions and changes of mind");
        for (RunTimeline.Intervention one : timeline.interventions().stream().limit(MAX_LINES).toList()) {
            page.fact("r" + RunLog.round(one.entry().signal()) + " " + TextTable.clip(one.by(), 14),
                    one.kind() + ": " + one.text());
            page.fact("", "answered by " + names(one.answeredBy()) + "; changed their vote afterwards: "
                    + names(one.changedBy()));
        }
        more(timeline.interventions().size() - MAX_LINES, "intervention");
        for (RunTimeline.ChangeOfMind one : timeline.changes().stream().limit(MAX_LINES).toList()) {
            page.fact("r" + RunLog.round(one.entry().signal()) + " " + TextTable.clip(one.agent(), 14),
                    "changes from " + StanceJson.word(one.from()) + " to " + StanceJson.word(one.to()) + " on "
                            + page.name(one.proposal())
                            + (one.entry().signal().payload() instanceof Payload.Vote vote && vote.reasoning() != null
                                    ? ": " + vote.reasoning()
                                    : ""));
        }
        int changes = timeline.changes().size() - MAX_LINES;
        more(changes, changes == 1 ? "change of mind" : "changes of mind");
    }

    private static String names(Set<String> agents) {
        return agents.isEmpty() ? "none" : String.join(", ", agents.stream().limit(MAX_LINES).toList());
    }

    private void dissent() {
        List<Dissent> dissent = explanation.recount().result().dissent();
        page.part("Dissent");
        if (explanation.recount().outcome().leader() == null) {
            rejections();
        } else if (dissent.isEmpty()) {
            page.line("  none");
        }
        for (Dissent dissenter : dissent.stream().sorted(Comparator.comparing(Dissent::kind)).limit(MAX_LINES)
                .toList()) {
            String kind = switch (dissenter.kind()) {
                case VOTE -> "votes against it";
                case CHALLENGE -> "challenge left open";
                case DOUBT -> "doubt left open";
                case RIVAL -> "rival proposal";
            };
            page.fact(TextTable.clip(dissenter.agentId(), 17),
                    kind + (dissenter.text().isBlank() ? "" : ": " + dissenter.text()));
        }
        more(dissent.size() - MAX_LINES, "voice");
    }

    /** Writes the votes against any proposal, for a decision without a leading one. */
    private void rejections() {
        List<Explanation.Ballot> against = explanation.votes().ballots().stream()
                .filter(ballot -> ballot.vote().vote().stance() == Stance.DISAGREE).toList();
        page.line(against.isEmpty()
                ? "  none: no proposal leads, and no vote is against a proposal"
                : "  no vote agrees with a proposal, so none leads; votes against proposals");
        for (Explanation.Ballot ballot : against.stream().limit(MAX_LINES).toList()) {
            String reason = ballot.vote().vote().reasoning();
            page.fact(TextTable.clip(ballot.vote().agentId(), 17),
                    "votes against " + page.name(ballot.vote().proposalId())
                            + (reason == null || reason.isBlank() ? "" : ": " + reason));
        }
        more(against.size() - MAX_LINES, "vote");
    }

    private void costs() {
        page.part("Cost");
        CallUsage.TokenCount spent = explanation.log().spendings().total();
        page.fact("log", ReportWriter.plural(explanation.log().entries(), "entry", "entries") + ", "
                + ReportWriter.plural(explanation.log().failures(), "failed turn"));
        explanation.log().unheard().inWords(explanation.log().ending().orElse(""))
                .ifPresent(count -> page.fact("not heard", count));
        page.fact("models", spent.calls() == 0
                ? "no call of a model is in the log" + (explanation.log().isClosed() ? "" : " as far as it goes")
                : tokens(spent) + ", as providers reported them");
        money.ifPresent(it -> {
            page.fact("money", usd(it.total()));
            if (it.byModel().size() > 1) {
                it.byModel().entrySet().stream().limit(MAX_LINES)
                        .forEach(model -> page.fact(TextTable.clip(model.getKey(), 17),
                                ReportWriter.plural(model.getValue().calls(), "call") + ", " + usd(model.getValue())));
            }
        });
        explanation.log().replies().inWords().forEach(line -> page.fact("replies", line));
        explanation.log().spendings().byAgent().entrySet().stream().limit(MAX_LINES)
                .forEach(payer -> page.fact(TextTable.clip(payer.getKey(), 17), tokens(payer.getValue())
                        + money.map(it -> it.byAgent().get(payer.getKey())).map(paid -> ", " + usd(paid)).orElse("")));
    }

    private static String usd(SolveCost.UsageTotals paid) {
        return String.format(PlainLocale.NONE, "about $%.4f", paid.usd()) + TokenText.ofSavings(paid.savedUsd())
                + TokenText.ofUnpriced(paid.unpricedCalls());
    }

    private static String tokens(CallUsage.TokenCount spent) {
        return ReportWriter.plural(spent.calls(), "call") + ", "
                + ReportWriter.plural(Math.round(spent.inputTokens()), "token")
                + " in" + TokenText.ofInput(spent.usage())
                + String.format(PlainLocale.NONE, ", %,d out", Math.round(spent.outputTokens()))
                + TokenText.ofOutput(spent.usage());
    }

    private void more(int left, String word) {
        if (left > 0) {
            page.line("  " + page.paint(Ink.DIM, "and " + ReportWriter.plural(left, word) + " more"));
        }
    }
}
