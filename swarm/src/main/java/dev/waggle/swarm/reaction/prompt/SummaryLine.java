package dev.waggle.swarm.reaction.prompt;

import java.util.List;
import java.util.Optional;

import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.reaction.reply.TextExcerpt;

/**
 * Line of a summary in the log of a prompt. It names all findings that it stands for, so that agents can still refer
 * to them.
 *
 * @param text the line
 */
record SummaryLine(String text) {

    /** A summary of fewer characters says less than the short lines. */
    static final int MIN_SUMMARY = 40;

    /** Characters of the mark of a cut. */
    private static final int CUT = 6;

    /** The line of a summary of these findings. */
    static SummaryLine of(List<LogLine> findings, String summary) {
        return new SummaryLine(JsonLine.of(new JsonObjectBuilder().with("type", "summary")
                .with("by", InfrastructureNames.LOG_CONDENSER)
                .withTexts("refs", findings.stream().flatMap(line -> line.ref().stream()).toList())
                .with("content", summary).json()));
    }

    /** The line with at most that many characters; a longer summary is cut. Empty where too little of it has room. */
    static Optional<SummaryLine> within(int maxCharacters, List<LogLine> findings, String summary) {
        SummaryLine line = of(findings, summary);
        int room = summary.length();
        while (line.text().length() > maxCharacters) {
            room -= line.text().length() - maxCharacters + CUT;
            if (room < MIN_SUMMARY) {
                return Optional.empty();
            }
            line = of(findings, TextExcerpt.of(summary, room));
        }
        return Optional.of(line);
    }
}
