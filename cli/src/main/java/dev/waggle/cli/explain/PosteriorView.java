package dev.waggle.cli.explain;

import java.util.List;

import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.review.json.StanceJson;
import dev.waggle.review.whatif.PosteriorTrail;
import dev.waggle.review.whatif.PosteriorTrail.Step;
import dev.waggle.signal.text.PlainLocale;

/** Probability of the leading proposal, vote by vote. */
final class PosteriorView {

    private static final int BAR = 16;
    private static final int NAME = 16;

    /** Columns of the vote, enough for the stance and the name of the proposal. */
    private static final int MIN_VOTE = 14;

    private PosteriorView() {}

    /** Writes the last votes; nothing if no proposal leads. */
    static void write(PosteriorTrail trail, int maxLines, ReportWriter page) {
        String leader = trail.leader();
        if (leader == null || trail.steps().isEmpty()) {
            return;
        }
        page.part("Confidence vote by vote");
        page.line(page.paint(Ink.DIM, "  probability that " + page.name(leader) + " is right, after each vote"));
        List<Step> steps = trail.steps();
        int skipped = Math.max(0, steps.size() - maxLines);
        for (Step step : steps.subList(skipped, steps.size())) {
            String figures = String.format(PlainLocale.NONE, "  %7s  %+6.1f  ", ReportWriter.percent(step.after()),
                    100 * step.change());
            int used = figures.length() + BAR + 2 + NAME + 1;
            page.line(figures + page.bar(step.after(), BAR, step.change() < 0 ? Ink.YELLOW : Ink.GREEN)
                    + "  " + ReportWriter.pad(TextTable.clip(step.vote().agentId(), NAME), NAME) + " "
                    + TextTable.clip(StanceJson.word(step.vote().vote().stance()) + " "
                            + page.label(step.vote().proposalId()), Math.max(MIN_VOTE, page.width() - used)));
        }
        int earlier = trail.skipped() + skipped;
        if (earlier > 0) {
            page.line(page.paint(Ink.DIM, "  and " + ReportWriter.plural(earlier, "earlier vote")));
        }
        trail.overtaking()
                .ifPresent(other -> page.fact("would flip", page.name(other.proposalId()) + " would lead with "
                        + ReportWriter.plural(other.voters(), "further voter") + " for it"));
    }
}
