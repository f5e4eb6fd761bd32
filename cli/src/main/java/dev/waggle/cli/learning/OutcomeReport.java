package dev.waggle.cli.learning;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import dev.waggle.cli.decide.MessageText;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.journal.JsonText;
import dev.waggle.setup.folder.OutcomeFolder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.evaluation.OutcomeBatch.BatchCount;
import dev.waggle.swarm.evaluation.OutcomeRecord;
import dev.waggle.swarm.evaluation.OutcomeTracker.OutcomeAnswer;
import dev.waggle.swarm.evaluation.OutcomeTracker.Standing;
import dev.waggle.swarm.evaluation.OutcomeVerdict;
import dev.waggle.swarm.evaluation.ReliabilityTracker;
import dev.waggle.swarm.evaluation.SolveBallots;

/** Report on outcomes that were told, as lines or as one JSON object. */
public final class OutcomeReport {

    private final TerminalScreen screen;
    private final OutcomeFolder folder;
    private final boolean isJson;

    /** A report on outcomes of that folder. */
    public OutcomeReport(TerminalScreen screen, OutcomeFolder folder, boolean isJson) {
        this.screen = screen;
        this.folder = folder;
        this.isJson = isJson;
    }

    /**
     * Writes the answer to one outcome.
     *
     * @param more further fields of the JSON object
     */
    public void write(OutcomeAnswer answer, Map<String, JsonValue> more) {
        warnOfDropped(answer.droppedBytes());
        if (isJson) {
            Map<String, JsonValue> fields = new LinkedHashMap<>();
            fields.put("run", JsonValue.of(answer.outcome().run()));
            fields.put("verdict", JsonValue.of(answer.outcome().judgement().verdict().wireName()));
            fields.put("standing", JsonValue.of(answer.standing().name().toLowerCase(Locale.ROOT)));
            fields.put("teachesWeights", JsonValue.of(ReliabilityTracker.canLearn(answer.outcome())));
            fields.putAll(more);
            writeJson(fields);
        } else {
            print(answer);
            printState();
        }
    }

    /**
     * Writes the numbers of a batch.
     *
     * @param kind the field of the JSON object that names its origin
     * @param name its origin
     * @param repeated rows that repeat an outcome of the same batch
     */
    public void write(String kind, String name, BatchCount count, long repeated) {
        warnOfDropped(count.droppedBytes());
        long known = count.known() + repeated;
        if (isJson) {
            Map<String, JsonValue> fields = new LinkedHashMap<>();
            fields.put(kind, JsonValue.of(name));
            fields.put("told", JsonValue.of(count.told()));
            fields.put("known", JsonValue.of(known));
            fields.put("replaced", JsonValue.of(count.replaced()));
            writeJson(fields);
        } else {
            screen.printSentence(String.format(PlainLocale.NONE, "%s: %,d told, %,d known already, %,d replaced",
                    TextStyle.printable(name), count.told(), known, count.replaced()));
            printState();
        }
    }

    /** Says how many right answers no agent proposed, with the first: a misspelled verdict is one. */
    public void warnOfUnproposed(List<OutcomeRecord> unproposed) {
        if (!unproposed.isEmpty()) {
            OutcomeRecord first = unproposed.getFirst();
            OutcomeRecord.RightAnswer right = first.judgement().right();
            screen.warn("no agent proposed " + MessageText.count(unproposed.size(), "right answer") + ", first "
                    + MessageText.quote(right == null ? "" : right.text()) + " of run " + first.run()
                    + ": every vote was wrong there - Verdicts are correct, wrong and partial.");
        }
    }

    private void warnOfDropped(long bytes) {
        if (bytes > 0) {
            screen.warn("an outcome that was cut off, " + bytes
                    + " bytes of an ended process, was dropped: tell it again");
        }
    }

    private void print(OutcomeAnswer answer) {
        OutcomeRecord outcome = answer.outcome();
        String standing = switch (answer.standing()) {
            case TOLD -> "";
            case AGAIN -> ", as told before";
            case REPLACED -> ", in place of another outcome";
        };
        screen.printSentence("run " + outcome.run() + " is " + outcome.judgement().verdict().wireName() + standing);
        OutcomeRecord.RightAnswer right = outcome.judgement().right();
        if (right != null && right.id() == null) {
            screen.printSentence("no agent proposed \"" + right.text() + "\": every vote was wrong");
        }
        if (answer.standing() != Standing.AGAIN) {
            lesson(outcome).ifPresent(screen::printSentence);
        }
    }

    /** Lesson of an outcome, as a sentence, if it is less than the whole. */
    private static Optional<String> lesson(OutcomeRecord outcome) {
        SolveBallots ballots = outcome.ballots();
        boolean isNamed = outcome.judgement().right() != null;
        if (!ReliabilityTracker.canLearn(outcome)) {
            return Optional.of("weights of agents learn nothing from it: " + (!ballots.hasVotes() || isNamed
                    ? "nobody voted"
                    : "a partial answer is neither right nor wrong - Tell the right answer instead."));
        }
        if (ballots.isPartial()) {
            return Optional.of("only the weights for --effort adaptive learn from it: agents were spared");
        }
        return isNamed || outcome.judgement().verdict() != OutcomeVerdict.INCORRECT ? Optional.empty()
                : Optional.of(
                        "weights of agents learn that it is wrong - The right answer, with --replace, teaches more.");
    }

    private void printState() {
        screen.printSentence(MessageText.count(folder.outcomes().report().totalOutcomes(), "outcome")
                + " known, weights learned from " + folder.reliability().learned()
                + (folder.firstAnswers().learned() == folder.reliability().learned() ? ""
                        : ", those for --effort adaptive from " + folder.firstAnswers().learned())
                + "; show them with: waggle reputation");
    }

    private void writeJson(Map<String, JsonValue> fields) {
        fields.put("outcomes", JsonValue.of(folder.outcomes().report().totalOutcomes()));
        fields.put("learnedFrom", JsonValue.of(folder.reliability().learned()));
        fields.put("version", JsonValue.of(folder.reliability().version()));
        screen.out().println(JsonText.write(JsonValue.of(fields)));
    }
}
