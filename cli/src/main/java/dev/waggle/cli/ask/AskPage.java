package dev.waggle.cli.ask;

import java.util.List;
import java.util.Optional;

import dev.waggle.cli.evaluation.PageText;
import dev.waggle.review.evaluation.council.CouncilReport;
import dev.waggle.review.evaluation.council.SampleScore;

/** Section on a council in the page of an evaluation. Every text of the data is escaped. */
final class AskPage {

    private AskPage() {}

    static String section(AskOutcome outcome, CouncilReport report, Optional<SampleScore> sampled) {
        StringBuilder page = new StringBuilder("<section>\n<h1>Does a council pay on these questions?</h1>\n<p>")
                .append(PageText.escape(AskTable.sizes(outcome))).append("</p>\n<ul>\n");
        AskTable.notes(outcome).forEach(note -> item(page, note));
        CouncilAdvice.lines(report, sampled).forEach(line -> item(page, line));
        page.append("</ul>\n");
        table(page, AskTable.SCORES, AskTable.rows(report, sampled), "Accuracy: ties share credit, with half of the"
                + " 95 % interval (Wilson). To the council: difference to its plurality in points on the same questions,"
                + " with a 95 % interval (bootstrap). The oracle reads the truths.");
        table(page, AskTable.MEMBERS, AskTable.members(outcome, report), "The council without each model, in points."
                + " Correlation: of being right, with the model that is most alike (phi).");
        return page.append("</section>\n").toString();
    }

    private static void item(StringBuilder page, String text) {
        page.append("<li>").append(PageText.escape(text)).append("</li>\n");
    }

    private static void table(StringBuilder page, List<String> titles, List<List<String>> rows, String caption) {
        page.append("<div class=\"scroll\"><table><caption>").append(PageText.escape(caption))
                .append("</caption>\n<thead><tr>");
        titles.forEach(title -> page.append("<th scope=\"col\">").append(PageText.escape(title)).append("</th>"));
        page.append("</tr></thead>\n<tbody>\n");
        for (List<String> row : rows) {
            page.append("<tr><th scope=\"row\">").append(PageText.escape(row.getFirst())).append("</th>");
            row.subList(1, row.size())
                    .forEach(cell -> page.append("<td>").append(PageText.escape(cell)).append("</td>"));
            page.append("</tr>\n");
        }
        page.append("</tbody></table></div>\n");
    }
}
