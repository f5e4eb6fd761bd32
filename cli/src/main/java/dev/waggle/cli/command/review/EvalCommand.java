package dev.waggle.cli.command.review;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

import dev.waggle.cli.ask.AskEvaluation;
import dev.waggle.cli.ask.AskOptions;
import dev.waggle.cli.evaluation.EvaluationColumns;
import dev.waggle.cli.evaluation.EvaluationJson;
import dev.waggle.cli.evaluation.EvaluationPage;
import dev.waggle.cli.evaluation.EvaluationSource;
import dev.waggle.cli.evaluation.EvaluationTable;
import dev.waggle.cli.evaluation.ExampleSet;
import dev.waggle.cli.output.CommandOutput;
import dev.waggle.cli.output.ForceOption;
import dev.waggle.cli.output.OutputPlace;
import dev.waggle.cli.terminal.ProgressBar;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.userfile.AtomicFile.FileAccess;
import dev.waggle.review.evaluation.EvaluationPlan;
import dev.waggle.review.evaluation.EvaluationRule;
import dev.waggle.review.evaluation.EvaluationRun;
import dev.waggle.review.evaluation.EvaluationSet;
import dev.waggle.review.evaluation.report.SetReport;
import dev.waggle.review.evaluation.rule.RuleCatalog;
import dev.waggle.swarm.consensus.DecisionRule;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle eval}: rules and baselines on recorded sets with known truths. */
@Command(name = "eval", addMethodSubcommands = false, sortOptions = false, //
        description = "Compares decision rules on recorded answers with known truths.", //
        footerHeading = "%nHow it judges:%n", //
        footer = {"  Rules see the items in the order of the file. A rule that learns sees the",
            "  truth of an item after its prediction. With --train it learns from a part,",
            "  and the rest is predicted. docs/evaluation.md defines every figure.", "",
            "  A folder with votes.csv or label.csv, truth.csv or items.csv, and maybe",
            "  panels.csv is a set. A file of episodes is a set. Without FILE the recorded",
            "  set that ships is taken.", "", "Examples:",
            "  waggle eval",
            "  waggle eval votes.csv --truth truth.csv --html report.html",
            "  waggle eval debates.jsonl.gz labels/ --seed 1 --repeat 5 --json",
            "  waggle eval --ask models.json questions.csv --budget 5usd"})
public final class EvalCommand implements Callable<Integer> {

    private static final String STANDARD = "-";
    private static final long DEFAULT_SEED = 1;
    private static final int WIDEST_NAME = 30;

    private final TerminalScreen screen;
    private final InputStream in;

    @Parameters(paramLabel = "FILE", arity = "0..*", description = "Votes as CSV or JSON lines, episodes as JSON"
            + " lines, or a folder; gzip or not; - is votes from standard input.")
    private List<String> files = new ArrayList<>();

    @Option(names = "--item", paramLabel = "COL", description = "Column of the item (item).")
    private @Nullable String item;

    @Option(names = "--agent", paramLabel = "COL", description = "Column of the agent (agent or worker).")
    private @Nullable String agent;

    @Option(names = "--answer", paramLabel = "COL", description = "Column of the answer (answer or label).")
    private @Nullable String answer;

    @Option(names = "--confidence", paramLabel = "COL", split = ",", description = "Columns of stated confidences,"
            + " 0..1, with commas between; the first is the weight of a vote (confidence, verbal, logit, linguistic,"
            + " those that are there).")
    private List<String> confidences = new ArrayList<>();

    @Option(names = "--truth-column", paramLabel = "COL",
            description = "Column of the right answer beside the votes (truth or gold, if there is one).")
    private @Nullable String truthColumn;

    @Option(names = "--truth", paramLabel = "FILE", description = "Another file with the right answers.")
    private @Nullable String truth;

    @Option(names = "--truth-item", paramLabel = "COL", description = "Its column of items (as --item).")
    private @Nullable String truthItem;

    @Option(names = "--truth-answer", paramLabel = "COL", description = "Its column of right answers (truth or gold).")
    private @Nullable String truthAnswer;

    @Option(names = "--category", paramLabel = "COL", description = "Column of the category of an item, beside the"
            + " truths or the votes (category, if there is one).")
    private @Nullable String category;

    @Option(names = "--agents", paramLabel = "LIST", description = "Count these agents only: ids with commas or blanks "
            + "between.")
    private @Nullable String agents;

    @Option(names = "--panels", paramLabel = "FILE", description = "Panels of agents, each a set: CSV with the columns"
            + " panel and agents.")
    private @Nullable String panels;

    @Option(names = "--rules", paramLabel = "LIST", split = ",", description = "Rules beside plurality, with commas"
            + " between (all).")
    private List<String> rules = new ArrayList<>();

    @Option(names = "--threshold", paramLabel = "X", defaultValue = "0.7", description = "The probability, or the"
            + " agreement of a strategy, that decides, 0..1 (${DEFAULT-VALUE}).")
    private double threshold;

    @Option(names = "--min-voters", paramLabel = "N", defaultValue = "2", description = "Minimum number of"
            + " agents with an answer for a decision (${DEFAULT-VALUE}).")
    private int minVoters;

    @Option(names = "--train", paramLabel = "X", defaultValue = "0",
            description = "Share of the items, in random order,"
                    + " that rules learn from before the rest is predicted (${DEFAULT-VALUE}, none: they learn item by item).")
    private double train;

    @Option(names = "--seed", paramLabel = "N", description = "Take the items in a random order by this seed.")
    private @Nullable Long seed;

    @Option(names = "--repeat", paramLabel = "N", defaultValue = "1", description = "Number of runs in other random"
            + " orders (${DEFAULT-VALUE}); figures are means.")
    private int repeat;

    @Option(names = "--example", description = "Take the recorded set that ships.")
    private boolean example;

    @Option(names = "--json", description = "One JSON document instead of the table.")
    private boolean json;

    @Option(names = "--html", paramLabel = "FILE", description = "Write a page with plots to this file too; it opens"
            + " without a network.")
    private @Nullable String html;

    @Mixin
    private AskOptions ask = new AskOptions();

    @Mixin
    private ForceOption force = new ForceOption();

    public EvalCommand(TerminalScreen screen, InputStream in) {
        this.screen = screen;
        this.in = in;
    }

    @Override
    public Integer call() {
        EvaluationPlan plan = UserException.checked(this::plan);
        List<Supplier<EvaluationRule>> makers = UserException
                .checked(() -> RuleCatalog.makers(rules.isEmpty() ? RuleCatalog.names() : rules));
        refuseContradictions();
        OutputPlace page = html == null ? null : force.place(html, inputs());
        Optional<AskEvaluation> asked = ask.isAsked()
                ? AskEvaluation.of(ask, files, screen, in, System.getenv())
                : Optional.empty();
        if (ask.isAsked() && asked.isEmpty()) {
            return 0;
        }
        List<EvaluationSet> sets = asked.map(it -> List.of(it.set())).orElseGet(this::sets);
        if (!json && !isPageOnScreen(page)) {
            asked.ifPresent(it -> it.write(screen));
        }
        List<SetReport> reports = new ArrayList<>();
        EvaluationTable table = new EvaluationTable(screen.out(), screen.style());
        for (EvaluationSet set : sets) {
            SetReport report = report(set, plan, makers);
            reports.add(report);
            if (!json && !isPageOnScreen(page)) {
                table.write(report);
            }
        }
        if (json) {
            new EvaluationJson(screen.out()).write(plan, reports, out -> asked.ifPresent(it -> it.write(out)));
        } else if (!isPageOnScreen(page)) {
            table.writeMeans(reports);
            table.writeLegend(reports);
        }
        if (page != null) {
            writePage(page, plan, reports, asked.map(AskEvaluation::section).orElse(""));
        }
        return 0;
    }

    private EvaluationPlan plan() {
        boolean isShuffled = seed != null || train > 0 || repeat > 1;
        OptionalLong order = isShuffled ? OptionalLong.of(seed == null ? DEFAULT_SEED : seed) : OptionalLong.empty();
        return new EvaluationPlan(new DecisionRule(threshold, minVoters), order, train, repeat);
    }

    private void refuseContradictions() {
        if (!ask.isAsked() && !ask.others().isEmpty()) {
            throw new UserException(ask.others().getFirst() + " needs --ask",
                    "Name a file of models: --ask models.json.");
        }
        if (ask.isAsked() && (truth != null || panels != null || agents != null || truthColumn != null)) {
            throw new UserException("--ask takes truths from the file of questions and all models of its file",
                    "Omit --truth, --truth-column, --agents and --panels.");
        }
        if (example && !files.isEmpty()) {
            throw new UserException("--example takes the set that ships, and " + files.getFirst() + " is another",
                    "Give one of them.");
        }
        if (!ask.isAsked() && (files.isEmpty() || example) && (truth != null || panels != null)) {
            throw new UserException("--truth and --panels need a file of votes", "Name it: waggle eval votes.csv.");
        }
        if (truth != null && truthColumn != null) {
            throw new UserException("--truth and --truth-column both say where the right answers are",
                    "Give one of them; --truth-answer names the column of the other file.");
        }
        if (truth != null && files.size() > 1) {
            throw new UserException("--truth is for one file of votes, and there are " + files.size(),
                    "Evaluate them one by one, or put each into a folder with its truth.csv.");
        }
        if (files.stream().filter(STANDARD::equals).count() + (STANDARD.equals(truth) ? 1 : 0)
                + (STANDARD.equals(panels) ? 1 : 0) > 1) {
            throw new UserException("only one file can come from standard input", "Put the others in files.");
        }
        if (json && STANDARD.equals(html)) {
            throw new UserException("--json and --html - both write to standard output", "Name a file for the page.");
        }
    }

    private List<String> inputs() {
        List<String> inputs = new ArrayList<>(files);
        if (truth != null) {
            inputs.add(truth);
        }
        if (panels != null) {
            inputs.add(panels);
        }
        return inputs;
    }

    private List<EvaluationSet> sets() {
        if (files.isEmpty() || example) {
            if (!example) {
                screen.err().println("waggle: no FILE is named, so this is the recorded set that ships");
            }
            return List.of(ExampleSet.read());
        }
        EvaluationColumns columns = EvaluationColumns.of(
                new EvaluationColumns.Choice(item, agent, answer, confidences, truthColumn, category),
                new EvaluationColumns.TruthChoice(truthItem, truthAnswer));
        return new EvaluationSource(screen, in, columns, new EvaluationSource.Choice(truth, agents, panels))
                .read(files);
    }

    private SetReport report(EvaluationSet set, EvaluationPlan plan, List<Supplier<EvaluationRule>> makers) {
        try (ProgressBar bar = ProgressBar.on(screen, "evaluating " + TextTable.clip(set.name(), WIDEST_NAME),
                new EvaluationRun(set, plan).steps())) {
            return SetReport.of(set, plan, makers, bar::at);
        }
    }

    private static boolean isPageOnScreen(@Nullable OutputPlace page) {
        return page != null && page.isScreen();
    }

    private void writePage(OutputPlace place, EvaluationPlan plan, List<SetReport> reports, String lead) {
        try (CommandOutput whole = place.open(screen, FileAccess.USUAL)) {
            new EvaluationPage(whole.writer()).write(plan, reports, lead);
            whole.commit();
        }
        if (!place.isScreen()) {
            screen.err().println("wrote " + place.name());
        }
    }
}
