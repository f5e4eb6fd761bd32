package dev.waggle.cli.command.review;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

import dev.waggle.cli.ask.EvaluatedRun;
import dev.waggle.cli.ask.EvaluatorOptions;
import dev.waggle.cli.ask.EvaluatorSession;
import dev.waggle.cli.learning.FinishedRunReader;
import dev.waggle.cli.learning.FolderMerge;
import dev.waggle.cli.learning.MemoryJudge;
import dev.waggle.cli.learning.OutcomeReport;
import dev.waggle.cli.learning.TruthFile;
import dev.waggle.cli.learning.TruthOptions;
import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.terminal.ProgressBar;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.review.outcome.FinishedRun;
import dev.waggle.review.outcome.ToldOutcome;
import dev.waggle.setup.folder.OutcomeFolder;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.evaluation.OutcomeBatch;
import dev.waggle.swarm.evaluation.OutcomeBatch.BatchCount;
import dev.waggle.swarm.evaluation.OutcomeConflictException;
import dev.waggle.swarm.evaluation.OutcomeRecord;
import dev.waggle.swarm.evaluation.OutcomeSource;
import dev.waggle.swarm.evaluation.OutcomeTracker.OutcomeAnswer;
import dev.waggle.swarm.evaluation.OutcomeTracker.Standing;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle outcome}: tells whether the answer of a run was right, so that later solves learn from it. */
@Command(name = "outcome", addMethodSubcommands = false, sortOptions = false, //
        description = {
            "Tells whether the answer of a run was right. Later solves of the data folder learn from it which"
                    + " agents to trust.",
            "", "Memories of a run with a wrong answer count half from then on.",
            "", "Each run counts once. The same outcome told again changes nothing."}, //
        footer = {"", "Try: waggle outcome RUN correct",
            "     waggle outcome RUN wrong --details \"rolled back next day\"",
            "     waggle outcome RUN \"Roll back to 417\"",
            "     waggle outcome RUN --evaluator ollama:llama3.2", "     waggle outcome --file truths.csv",
            "     waggle outcome --merge ../other/.waggle", "     waggle reputation"})
public final class OutcomeCommand implements Callable<Integer> {

    private static final String REPLACE = "Add --replace, which takes back everything that was learned from it.";

    private final TerminalScreen screen;
    private final InputStream in;

    @Parameters(index = "0", arity = "0..1", paramLabel = "RUN", description = "the run")
    private @Nullable String run;

    @Parameters(index = "1", arity = "0..1", paramLabel = "OUTCOME",
            description = "correct, wrong or partial; any other text is the right"
                    + " answer, by its text or its label")
    private @Nullable String told;

    @Mixin
    private TruthOptions truths = new TruthOptions();

    @Mixin
    private EvaluatorOptions evaluator = new EvaluatorOptions();

    @Option(names = "--merge", paramLabel = "DIR", description = "Tell the outcomes of another data folder instead."
            + " Both must begin with the same outcome, or ours has none.")
    private @Nullable Path merge;

    @Option(names = "--log", paramLabel = "JOURNAL", description = "the journal of the run (default: that of the data"
            + " folder)")
    private @Nullable Path log;

    @Option(names = "--type", paramLabel = "NAME", //
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

    public OutcomeCommand(TerminalScreen screen, InputStream in) {
        this.screen = screen;
        this.in = in;
    }

    @Override
    public Integer call() {
        refuseContradictions();
        World world = World.system();
        if (merge != null) {
            OutcomeFolder folder = OutcomeFolder.open(data.folder(), world);
            BatchCount count = FolderMerge.merge(merge, data.folder(), folder, replace, screen);
            new MemoryJudge(data.folder(), screen).judgeAll(folder);
            report(folder).write("merged", merge.toString(), count, 0);
            return 0;
        }
        Path journal = log == null ? data.requireLog() : log;
        OutcomeFolder folder = OutcomeFolder.open(data.folder(), world);
        if (truths.isAsked()) {
            tellFile(journal, folder, world);
        } else if (evaluator.isAsked()) {
            evaluate(journal, folder, world);
        } else {
            FinishedRun finished = FinishedRunReader.read(journal, run(), screen);
            OutcomeRecord outcome = UserException.checked(() -> ToldOutcome
                    .of(told == null ? "" : told, details, OutcomeSource.PERSON).of(finished, type, world.now()));
            report(folder).write(tell(folder, outcome), Map.of());
        }
        return 0;
    }

    private void tellFile(Path journal, OutcomeFolder folder, World world) {
        TruthFile file = new TruthFile(truths, screen, in);
        OutcomeBatch batch = file.check(journal, folder.outcomes(), type, replace, world.now());
        BatchCount count;
        try (ProgressBar bar = ProgressBar.on(screen, "telling outcomes", batch.size())) {
            count = replace ? batch.replace(bar::at) : batch.tell(bar::at);
        }
        new MemoryJudge(data.folder(), screen).judgeAll(folder);
        OutcomeReport report = report(folder);
        report.warnOfUnproposed(batch.unproposed());
        report.write("file", file.name(), count, file.rows() - batch.size());
    }

    /** A run whose outcome is known is not judged again, so that no call is paid for nothing. */
    private void evaluate(Path journal, OutcomeFolder folder, World world) {
        Optional<OutcomeRecord> known = replace ? Optional.empty() : folder.outcomes().find(run());
        if (known.isPresent()) {
            screen.err().println("waggle: the outcome of run " + run() + " is known by "
                    + known.get().judgement().source().inWords() + ", so no model was asked - " + REPLACE);
            report(folder).write(new OutcomeAnswer(Standing.AGAIN, known.get(), 0), Map.of());
            return;
        }
        FinishedRun judged = FinishedRunReader.read(journal, run(), screen);
        EvaluatedRun evaluated = new EvaluatorSession(screen, evaluator, world).judge(judged, System.getenv());
        if (!json) {
            evaluated.write(screen);
        }
        report(folder).write(tell(folder, UserException.checked(
                () -> judged.outcome(evaluated.judgement(), type, world.now()))),
                evaluated.json());
    }

    /** Tells the outcome; the memories of its run have it, too. */
    private OutcomeAnswer tell(OutcomeFolder folder, OutcomeRecord outcome) {
        try {
            OutcomeAnswer answer = replace ? folder.outcomes().replace(outcome) : folder.outcomes().tell(outcome);
            new MemoryJudge(data.folder(), screen).judge(answer.outcome());
            return answer;
        } catch (OutcomeConflictException other) {
            throw new UserException(String.valueOf(other.getMessage()).lines().findFirst().orElse(""), REPLACE);
        }
    }

    private OutcomeReport report(OutcomeFolder folder) {
        folder.refresh();
        return new OutcomeReport(screen, folder, json);
    }

    private String run() {
        return run == null ? "" : run;
    }

    private void refuseContradictions() {
        List<String> ways = new ArrayList<>();
        if (run != null) {
            ways.add("RUN");
        }
        if (truths.isAsked()) {
            ways.add("--file");
        }
        if (merge != null) {
            ways.add("--merge");
        }
        if (ways.isEmpty()) {
            throw new UserException("there is no run",
                    "Name one: waggle outcome RUN correct; or a file of outcomes: --file FILE.");
        }
        if (ways.size() > 1) {
            throw new UserException(String.join(" and ", ways) + " exclude each other", "Give one of them.");
        }
        if (evaluator.isAsked() && (run == null || told != null || !details.isEmpty())) {
            throw new UserException("--evaluator lets a model judge one run, and it gives verdict and details itself",
                    "Use it alone: waggle outcome RUN --evaluator MODEL.");
        }
        if (run != null && told == null && !evaluator.isAsked()) {
            throw new UserException("there is no outcome of run " + run,
                    "Name it: correct, wrong, partial or the right answer; or let a model judge: --evaluator MODEL.");
        }
        refuseWithout("--evaluator", evaluator.isAsked(), evaluator.others());
        refuseWithout("--file", truths.isAsked(), truths.others());
        if (run == null && !details.isEmpty()) {
            throw new UserException("--details are reasons for one outcome",
                    "Put them into the column details of the file.");
        }
        if (merge != null && (log != null || type != null)) {
            throw new UserException("--merge takes outcomes as they are, without a journal", "Omit --log and --type.");
        }
    }

    private static void refuseWithout(String flag, boolean isGiven, List<String> others) {
        if (!isGiven && !others.isEmpty()) {
            throw new UserException(others.getFirst() + " needs " + flag, "Add " + flag + ", or omit it.");
        }
    }
}
