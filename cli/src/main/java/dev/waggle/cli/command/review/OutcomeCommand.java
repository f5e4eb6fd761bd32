package dev.waggle.cli.command.review;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

import dev.waggle.cli.decide.MessageText;
import dev.waggle.cli.learning.OutcomeFolder;
import dev.waggle.cli.learning.ToldOutcome;
import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.evaluation.OutcomeConflictException;
import dev.waggle.swarm.evaluation.OutcomeRecord;
import dev.waggle.swarm.evaluation.OutcomeVerdict;
import dev.waggle.swarm.evaluation.OutcomeSource;
import dev.waggle.swarm.evaluation.OutcomeTracker.OutcomeAnswer;
import dev.waggle.swarm.evaluation.OutcomeTracker.Standing;
import dev.waggle.swarm.evaluation.ReliabilityTracker;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle outcome}: tells whether the answer of a run was right, so that later solves learn from it. */
@Command(name = "outcome", mixinStandardHelpOptions = true, sortOptions = false, //
        description = {
            "Tells whether the answer of a run was right. Later solves of the data folder learn from it which"
                    + " agents to trust.",
            "", "Each run counts once. The same outcome told again changes nothing."}, //
        footer = {"", "Try: waggle outcome RUN correct",
            "     waggle outcome RUN wrong --details \"rolled back next day\"",
            "     waggle outcome RUN \"Roll back to 417\"", "     waggle reputation"})
public final class OutcomeCommand implements Callable<Integer> {

    private final TerminalScreen screen;

    @Parameters(index = "0", paramLabel = "RUN", description = "the run")
    private String run = "";

    @Parameters(index = "1", paramLabel = "OUTCOME",
            description = "correct, wrong or partial; any other text is the right"
                    + " answer, by its text or its label")
    private String told = "";

    @Option(names = "--log", paramLabel = "JOURNAL", description = "the journal of the run (default: that of the data"
            + " folder)")
    private @Nullable Path log;

    @Option(names = "--type", paramLabel = "NAME",
            description = "the kind of task; reliability is learned for each (default: that of the run)")
    private @Nullable String type;

    @Option(names = "--details", paramLabel = "TEXT", defaultValue = "",
            description = "reasons, kept beside the outcome")
    private String details = "";

    @Option(names = "--replace", description = "take the place of another outcome of this run, which is taken back")
    private boolean replace;

    @Option(names = "--json", description = "as one JSON object")
    private boolean json;

    @Mixin
    private DataOption data = new DataOption();

    public OutcomeCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        World world = World.system();
        Path journal = log == null ? data.requireLog() : log;
        OutcomeRecord outcome = ToldOutcome.of(told, details, OutcomeSource.PERSON).of(journal, run, type, screen,
                world.now());
        OutcomeFolder folder = OutcomeFolder.open(data.folder(), world);
        OutcomeAnswer answer = tell(folder, outcome);
        folder.reliability().refresh();
        if (answer.droppedBytes() > 0) {
            screen.warn("an outcome that was cut off, " + answer.droppedBytes()
                    + " bytes of an ended process, was dropped: tell it again");
        }
        if (json) {
            screen.out().println(JsonText.write(asJson(answer, folder)));
        } else {
            print(answer, folder);
        }
        return 0;
    }

    private OutcomeAnswer tell(OutcomeFolder folder, OutcomeRecord outcome) {
        try {
            return replace ? folder.outcomes().replace(outcome) : folder.outcomes().tell(outcome);
        } catch (OutcomeConflictException other) {
            throw new UserException(String.valueOf(other.getMessage()).lines().findFirst().orElse(""),
                    "Add --replace, which takes back everything that was learned from it.");
        }
    }

    private void print(OutcomeAnswer answer, OutcomeFolder folder) {
        OutcomeRecord outcome = answer.outcome();
        String standing = switch (answer.standing()) {
            case TOLD -> "";
            case AGAIN -> ", as told before";
            case REPLACED -> ", in place of another outcome";
        };
        screen.out().println("run " + outcome.run() + " is " + outcome.judgement().verdict().wireName() + standing);
        OutcomeRecord.RightAnswer right = outcome.judgement().right();
        if (right != null && right.id() == null) {
            screen.out().println("no agent proposed \"" + right.text() + "\": every vote was wrong");
        }
        if (answer.standing() != Standing.AGAIN && !ReliabilityTracker.canLearn(outcome)) {
            screen.out().println("weights of agents learn nothing from it: " + (right == null
                    && outcome.judgement().verdict() == OutcomeVerdict.PARTIAL
                            ? "a partial answer is neither right nor wrong - Tell the right answer instead."
                            : "nobody voted"));
        } else if (answer.standing() != Standing.AGAIN && right == null
                && outcome.judgement().verdict() == OutcomeVerdict.INCORRECT) {
            screen.out().println("weights of agents learn that it is wrong - The right answer, with --replace, teaches"
                    + " more.");
        }
        screen.out().println(MessageText.count(folder.outcomes().report().totalOutcomes(), "outcome")
                + " known, weights learned from "
                + folder.reliability().learned() + "; show them with: waggle reputation");
    }

    private static JsonValue asJson(OutcomeAnswer answer, OutcomeFolder folder) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("run", JsonValue.of(answer.outcome().run()));
        fields.put("verdict", JsonValue.of(answer.outcome().judgement().verdict().wireName()));
        fields.put("standing", JsonValue.of(answer.standing().name().toLowerCase(Locale.ROOT)));
        fields.put("teachesWeights", JsonValue.of(ReliabilityTracker.canLearn(answer.outcome())));
        fields.put("outcomes", JsonValue.of(folder.outcomes().report().totalOutcomes()));
        fields.put("learnedFrom", JsonValue.of(folder.reliability().learned()));
        fields.put("version", JsonValue.of(folder.reliability().version()));
        return JsonValue.of(fields);
    }
}
