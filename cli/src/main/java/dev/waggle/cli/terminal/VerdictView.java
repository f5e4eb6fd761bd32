package dev.waggle.cli.terminal;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.consensus.DecisionRule;
import dev.waggle.swarm.consensus.Dissent;
import dev.waggle.swarm.consensus.StrategyCatalog;
import dev.waggle.swarm.event.SignalRefusal;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.harness.SolveCost;
import dev.waggle.swarm.harness.SolveCost.UsageTotals;

/**
 * View of the votes of a solve, for a person: the standing of the proposals. At the end it adds the answer, its
 * confidence, the reason of the end and the dissent.
 */
final class VerdictView {

    private static final int LABEL = 28;
    private static final int MIN_LABEL = 8;
    /** Columns of a standing beside its label, its bar and its figures: gaps, the mark and a percentage. */
    private static final int AROUND_BAR = 15;

    /** Narrower terminals have half a bar. */
    private static final int WIDE = 100;

    private static final String MARK = "│";

    private final PrintWriter out;
    private final TextStyle style;
    private final int width;
    /** Cells of a bar. */
    private final int barCells;
    private final ProposalLabels names;
    private final double threshold;

    /** A view that shows proposals by these names, and that threshold in their bars. */
    VerdictView(TerminalScreen screen, int width, ProposalLabels names, double threshold) {
        this.out = screen.out();
        this.style = screen.style();
        this.width = width;
        this.barCells = width < WIDE ? LiveText.BAR / 2 : LiveText.BAR;
        this.names = names;
        this.threshold = threshold;
    }

    /** Writes the standing of the proposals. */
    void standings(ConsensusResult result) {
        out.println();
        int widest = result.standings().stream().mapToInt(standing -> figures(result, standing).length()).max()
                .orElse(0);
        int label = Math.clamp(width - barCells - AROUND_BAR - widest, MIN_LABEL, LABEL);
        int longest = result.standings().stream()
                .mapToInt(standing -> TextTable.width(names.label(standing.proposal().id(), label))).max().orElse(0);
        boolean isMarked = StrategyFigures.isMarked(result.strategy(), result.decided(), result.confidence(),
                threshold);
        for (ProposalStanding standing : result.standings()) {
            boolean leads = result.leader().map(standing.proposal()::equals).orElse(false);
            boolean fits = longest + barCells + AROUND_BAR + widest <= width;
            out.println("  " + LiveText.pad(names.label(standing.proposal().id(), label), longest) + "  "
                    + bar(standing.figure(), leads, isMarked) + " " + LiveText.percent(standing.figure())
                    + (fits ? style.paint(Ink.DIM, "  " + figures(result, standing)) : ""));
            if (!fits) {
                TextWrap.lines(figures(result, standing), width - 4)
                        .forEach(line -> out.println("    " + style.paint(Ink.DIM, line)));
            }
        }
        if (!result.standings().isEmpty()) {
            dim(StrategyFigures.caption(result, threshold, MARK));
        }
        dim(names.sentence(result.reasoning()));
    }

    private void dim(String text) {
        TextWrap.lines(text, width - 2).forEach(line -> out.println("  " + style.paint(Ink.DIM, line)));
    }

    /** Figures beside the bar; the weight where it is not the figure of the bar. */
    private static String figures(ConsensusResult result, ProposalStanding standing) {
        String weight = LiveText.percent(standing.weightRatio()).strip();
        return standing.agreeVoters() + " of " + standing.allVoters() + " agree"
                + (weight.equals(LiveText.percent(standing.figure()).strip()) ? "" : ", weight " + weight)
                + probability(result, standing);
    }

    private static String probability(ConsensusResult result, ProposalStanding standing) {
        Double probability = result.estimate().ofProposals().get(standing.proposal().id());
        return probability == null ? "" : ", right with " + LiveText.percent(probability).strip();
    }

    /** Writes the outcome of a solve. */
    void conclusion(SwarmResult result) {
        ConsensusResult consensus = result.consensus();
        out.println(LiveText.rule(consensus.decided() ? "Decision" : "No decision", width, style));
        out.println();
        if (consensus.decided()) {
            block(Ink.GREEN, consensus.decision().orElse(""));
        } else {
            block(Ink.YELLOW, SwarmResult.NO_CONSENSUS
                    + (consensus.standings().isEmpty() ? "; nothing was proposed" : "")
                    + consensus.leader().map(leader -> "; ahead is " + names.name(leader.id()) + ": "
                            + leader.content()).orElse(""));
        }
        out.println();
        result.conclusion().synthesis().ifPresent(this::answer);
        if (consensus.leader().isPresent()) {
            fact("confidence", consensus.estimate().inWords());
        }
        fact(StrategyCatalog.measureOf(consensus.strategy()), LiveText.percent(consensus.agreement()).strip() + " by "
                + consensus.strategy() + ": "
                + names.sentence(consensus.reasoning()));
        consensus.approval().vetoes().forEach(veto -> fact("veto", veto.agentId() + " blocks "
                + names.name(veto.proposalId()) + (veto.reasoning().isBlank() ? "" : ": " + veto.reasoning())));
        fact("ended by", ending(result));
        result.unheard().ifPresent(count -> fact("not heard", count));
        if (result.cost().total().calls() > 0) {
            fact("cost", cost(result.cost()));
        }
        result.replies().inWords().forEach(line -> fact("replies", line));
        DebateView debates = new DebateView(names);
        result.coordination().debateResults().forEach(debate -> fact("debate", debates.summary(debate)));
        if (!result.coordination().conflicts().isEmpty()) {
            fact("conflicts",
                    LiveText.plural(result.coordination().conflicts().size(), "pair") + " of rival proposals");
        }
        if (!result.failures().isEmpty()) {
            fact("failures", LiveText.plural(result.failures().size(), "turn") + " failed, first: "
                    + result.failures().getFirst().agentId() + ": "
                    + TextStyle.sentences(result.failures().getFirst().message()));
        }
        if (consensus.rejectedVotes() > 0) {
            fact("not counted", LiveText.plural(consensus.rejectedVotes(), "vote") + " for proposals that were"
                    + " never made");
        }
        long refused = result.activity().refusals().stream()
                .filter(refusal -> refusal.reason() != SignalRefusal.Reason.SAME_PROPOSAL).count();
        if (refused > 0) {
            fact("not taken", LiveText.plural((int) refused, "signal") + " refused by a rule");
        }
        dissent(consensus);
    }

    /** The end with its figures. Sentences of stored results stay as they are, though some repeat the name. */
    private static String ending(SwarmResult result) {
        String detail = result.endingDetail();
        String sentence = result.ending().sentence();
        String figures = detail.startsWith(sentence) ? detail.substring(sentence.length()) : " (" + detail + ')';
        return switch (result.ending()) {
            case LoopStop.CANCELLED -> LoopStop.CANCELLED.wireName() + figures;
            case LoopStop.MAX_SIGNALS ->
                LoopStop.MAX_SIGNALS.wireName() + ": the limit of signals was reached" + figures;
            default -> result.ending().wireName() + ": " + detail;
        };
    }

    /** One line, for example {@code 12 calls, 5,210 tokens (4,100 in (3,300 cached), 1,110 out), about $0.0156}. */
    private static String cost(SolveCost cost) {
        UsageTotals total = cost.total();
        String line = String.format(PlainLocale.NONE, "%s, %,d tokens (%,d in%s, %,d out%s), about $%.4f",
                LiveText.plural(total.calls(), "call"), (long) total.totalTokens(), (long) total.inputTokens(),
                TokenText.ofInput(total.usage()), (long) total.outputTokens(), TokenText.ofOutput(total.usage()),
                total.usd()) + TokenText.ofSavings(total.savedUsd()) + TokenText.ofUnpriced(total.unpricedCalls());
        return total.estimatedCalls() == 0
                ? line
                : line + "; tokens of " + LiveText.plural(total.estimatedCalls(), "call") + " are estimated";
    }

    /** Prints the written answer with its line breaks. */
    private void answer(String written) {
        out.println(LiveText.rule("Answer", width, style));
        out.println();
        TextWrap.keepingLines(written, width - 4).forEach(line -> out.println("  " + line));
        out.println();
    }

    private void dissent(ConsensusResult consensus) {
        List<Dissent> dissent = new ArrayList<>(consensus.dissent());
        dissent.sort(Comparator.comparing(Dissent::kind));
        if (dissent.isEmpty()) {
            fact("dissent", "none");
            return;
        }
        for (Dissent dissenter : dissent) {
            String kind = switch (dissenter.kind()) {
                case VOTE -> "votes against it";
                case CHALLENGE -> "challenge left open";
                case DOUBT -> "doubt left open";
                case RIVAL -> "rival proposal";
            };
            fact("dissent",
                    dissenter.agentId() + ", " + kind + (dissenter.text().isBlank() ? "" : ": " + dissenter.text()));
        }
    }

    private void fact(String name, String text) {
        List<String> lines = TextWrap.lines(text, width - LiveText.INDENT);
        for (int i = 0; i < lines.size(); i++) {
            out.println(
                    "  " + style.paint(Ink.DIM, LiveText.pad(i == 0 ? name : "", LiveText.INDENT - 2)) + lines.get(i));
        }
    }

    private void block(Ink ink, String text) {
        TextWrap.lines(text, width - 4).forEach(line -> out.println("  " + style.paint(ink, line)));
    }

    private String bar(double figure, boolean leads, boolean isMarked) {
        int mark = Math.clamp(Math.round(threshold * barCells), 0, barCells);
        int full = full(figure, mark, isMarked);
        String cells = "█".repeat(full) + "░".repeat(barCells - full);
        return isMarked
                ? painted(cells.substring(0, mark), leads) + MARK + painted(cells.substring(mark), leads)
                : painted(cells, leads);
    }

    /** Number of full cells; rounding never crosses the mark that the figure does not reach. */
    private int full(double figure, int mark, boolean isMarked) {
        int full = Math.clamp(Math.round(figure * barCells), 0, barCells);
        if (!isMarked) {
            return full;
        }
        return DecisionRule.reaches(figure, threshold) ? Math.max(full, mark)
                : Math.clamp(full, 0, Math.max(0, mark - 1));
    }

    private String painted(String bar, boolean leads) {
        int full = bar.lastIndexOf('█') + 1;
        return style.paint(leads ? Ink.GREEN : Ink.BLUE, bar.substring(0, full))
                + style.paint(Ink.DIM, bar.substring(full));
    }
}
