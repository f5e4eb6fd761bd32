package dev.waggle.cli.command.review;

import java.io.InputStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;

import dev.waggle.cli.decide.AcceptOptions;
import dev.waggle.cli.decide.AgentPanel;
import dev.waggle.cli.decide.AskFile;
import dev.waggle.cli.decide.ConfidenceOptions;
import dev.waggle.cli.decide.CsvReport;
import dev.waggle.cli.decide.DecisionOutput;
import dev.waggle.cli.decide.DecisionReport;
import dev.waggle.cli.decide.EffortOptions;
import dev.waggle.cli.decide.JsonReport;
import dev.waggle.cli.decide.MessageText;
import dev.waggle.cli.decide.RecordColumn;
import dev.waggle.cli.decide.RecordColumn.Need;
import dev.waggle.cli.decide.TableReport;
import dev.waggle.cli.decide.TableReport.TableColumns;
import dev.waggle.cli.decide.VoteReader;
import dev.waggle.cli.decide.VoteReader.VoteColumns;
import dev.waggle.cli.decide.WeightsOption;
import dev.waggle.cli.input.OptionWords;
import dev.waggle.cli.output.ForceOption;
import dev.waggle.cli.output.OutputPlace;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.review.batch.BatchDecider;
import dev.waggle.review.batch.LearningMode;
import dev.waggle.review.batch.SavedWeights;
import dev.waggle.review.batch.VoteStore;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.StrategyCatalog;
import dev.waggle.swarm.reliability.CaseBallot;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle decide}: votes in a file, decided item by item. */
@Command(name = "decide", addMethodSubcommands = false, sortOptions = false, //
        description = "Decides recorded votes, item by item.", //
        footerHeading = "%nHow votes count:%n", //
        footer = {"  An answer is a vote for that answer and against all others of the item;",
            "  letter case and blanks around it do not matter. Its confidence (0..1) is",
            "  its weight, 1 where none is stated; of several columns the first. Rows that",
            "  repeat an earlier row are dropped. A later answer of the same agent replaces",
            "  the earlier one. A row without an answer is an abstention and does not vote.", "",
            "  Known truths teach the strategy learned what a vote of each agent is",
            "  worth: an item that has one is decided by those before it, all other",
            "  items by all. Then the probability alone decides. For the other",
            "  strategies truths calibrate the confidence in the same way.", "",
            "  With --weights the learned weights of earlier calls are used, and known",
            "  truths of items that are new to them teach them. The score of an item that",
            "  taught them before is not fair: they know its truth.", "",
            "  With --learn batch all items together show how reliable each agent is. Known",
            "  truths teach too, and an item is decided without its own. Stated confidences",
            "  have no effect.", "",
            "  With --accept-error the leaders are accepted whose probability reaches",
            "  a threshold, calibrated on the known truths. The share of wrong ones is",
            "  at most E on average, if items with and without a truth are alike. All",
            "  other items are for people. Give their answers back with --truth.",
            "", "Examples:",
            "  waggle decide votes.csv --truth truth.csv",
            "  waggle decide votes.csv --truth truth.csv --accept-error 0.05 \\",
            "      --ask-file ask.csv",
            "  waggle decide labels.csv.gz --answer label --strategy voting --csv",
            "  waggle decide labels.csv --learn batch --threshold 0.9",
            "  waggle decide votes.csv --truth truth.csv --confidence confidence,logit",
            "  waggle decide monday.csv --truth truth.csv --weights weights.bin",
            "  zstdcat votes.jsonl.zst | waggle decide - --confidence sure --json"})
public final class DecideCommand implements Callable<Integer> {

    private static final String STANDARD = "-";
    private static final String STRATEGY = "learned";

    private final TerminalScreen screen;
    private final InputStream in;

    @Parameters(paramLabel = "FILE", description = "CSV with a line of column names, or JSON lines; gzip or not; - is "
            + "standard input.")
    private String file;

    @Option(names = "--item", paramLabel = "COL", description = "Column of the item voted on (default: item).")
    private @Nullable String item;

    @Option(names = "--agent", paramLabel = "COL", description = "Column of the voter (default: agent or worker).")
    private @Nullable String agent;

    @Option(names = "--answer", paramLabel = "COL", description = "Column of the vote (default: answer or label).")
    private @Nullable String answer;

    @Option(names = "--confidence", paramLabel = "COL", split = ",", description = "Column of the confidence, 0..1"
            + " (default: confidence, if there is one). Several, with commas between, are kinds of confidence: the"
            + " first is the weight of a vote, and the learned strategy learns from all.")
    private List<String> confidences = List.of();

    @Mixin
    private ConfidenceOptions confidenceOptions = new ConfidenceOptions();

    @Option(names = "--truth-column", paramLabel = "COL",
            description = "Column of the right answer (default: truth or gold, if there is one).")
    private @Nullable String truthColumn;

    @Option(names = "--truth", paramLabel = "FILE", description = "Another file with the right answers;"
            + " may be given several times.")
    private List<String> truths = List.of();

    @Option(names = "--truth-item", paramLabel = "COL", description = "Its column of items (default: that of --item).")
    private @Nullable String truthItem;

    @Option(names = "--truth-answer", paramLabel = "COL", description = "Its column of right answers"
            + " (default: truth or gold).")
    private @Nullable String truthAnswer;

    @Option(names = "--category", paramLabel = "COL", description = "Column of the kind of task, beside the truth"
            + " (default: category, if there is one); the learned strategy weighs agents by it.")
    private @Nullable String category;

    @Option(names = "--agents", paramLabel = "LIST", description = "Count these agents only: ids with commas or blanks "
            + "between.")
    private @Nullable String agents;

    @Option(names = "--learn", paramLabel = "MODE", defaultValue = "none", description = "Learning about the agents"
            + " without truths: none, or batch, which learns their reliability from all items at once; then the"
            + " confidence decides (default: ${DEFAULT-VALUE}).")
    private String learn = "";

    @Option(names = "--strategy", paramLabel = "NAME", completionCandidates = OptionWords.Strategies.class, //
            description = "One of learned, confidence-weighted, bayesian, entropy, hierarchical, voting (default:"
                    + " learned, which is confidence-weighted until truths are known); not with --learn batch.")
    private @Nullable String strategy;

    @Option(names = "--threshold", paramLabel = "X", defaultValue = "0.7", description = "The agreement that decides, "
            + "0..1; with --learn batch the confidence (default: ${DEFAULT-VALUE}).")
    private double threshold;

    @Option(names = "--threshold-confidence", paramLabel = "X", defaultValue = "0", description = "The probability of"
            + " the leader that a decision needs beside the agreement, 0..1; with --threshold 0 it alone decides"
            + " (default: ${DEFAULT-VALUE}, none).")
    private double thresholdConfidence;

    @Option(names = "--min-voters", paramLabel = "N", defaultValue = "2", description = "Minimum number of"
            + " agents with an answer (default: ${DEFAULT-VALUE}).")
    private int minVoters;

    @ArgGroup
    private OutputFormat form = new OutputFormat();

    @Option(names = "--out", paramLabel = "FILE", description = "Write to this file instead of the screen;"
            + " whole or not at all; - is standard output.")
    private @Nullable String out;

    @Mixin
    private ForceOption force = new ForceOption();

    @Mixin
    private AcceptOptions accept = new AcceptOptions();

    @Mixin
    private EffortOptions effort = new EffortOptions();

    @Mixin
    private WeightsOption weights = new WeightsOption();

    @Option(names = "--top", paramLabel = "N", defaultValue = "20", description = "Number of items in the table"
            + " (default: ${DEFAULT-VALUE}); JSON and CSV hold all.")
    private int top;

    @Option(names = "--all", description = "The table shows all items.")
    private boolean all;

    public DecideCommand(TerminalScreen screen, InputStream in) {
        this.in = in;
        this.screen = screen;
    }

    /** Output format; a table unless one of these is given. */
    private static final class OutputFormat {

        @Option(names = "--json", description = "One JSON document instead of the table.")
        private boolean json;

        @Option(names = "--csv", description = "CSV with a row for each item instead of the table.")
        private boolean csv;
    }

    @Override
    public Integer call() {
        ConsensusConfig config = config();
        LearningMode learning = UserException.checked(() -> LearningMode.of(learn));
        refuseContradictions();
        OptionalDouble error = accept.error();
        OptionalDouble budget = effort.budget(strategy == null ? STRATEGY : strategy);
        weights.refuseWithout(strategy == null ? STRATEGY : strategy, learning == LearningMode.BATCH, budget);
        if (learning == LearningMode.BATCH) {
            refuseUnusedOptions();
            refuseWithBatch(error, budget);
        }
        List<String> others = inputs();
        others.addAll(weights.files());
        OutputPlace place = force.place(out == null ? STANDARD : out, others);
        others.add(out == null ? STANDARD : out);
        OutputPlace askPlace = accept.place(force, others);
        SavedWeights saved = weights.load();
        VoteReader read = read();
        VoteStore votes = read.votes();
        DecisionOutput output = new DecisionOutput(screen, place, askPlace,
                new AskFile(truthItemColumn().names().getLast(), truthAnswerColumn().names().getFirst()));
        if (learning == LearningMode.BATCH) {
            output.write(learning.decider(config, votes), (writer, style) -> report(writer, style, read, config,
                    learning));
            return 0;
        }
        BatchDecider decider = new BatchDecider(config, votes, error, budget, saved);
        output.write(decider, (writer, style) -> report(writer, style, read, config, learning));
        weights.save(decider, screen);
        return 0;
    }

    private static void refuseWithBatch(OptionalDouble error, OptionalDouble budget) {
        if (error.isPresent() || budget.isPresent()) {
            throw new UserException((error.isPresent() ? "--accept-error" : "--effort")
                    + " has no effect with --learn batch: it rests on truths", "Omit one of them.");
        }
    }

    private VoteReader read() {
        VoteReader reader = new VoteReader(screen, in);
        reader.readVotes(file, voteColumns(), agents == null ? AgentPanel.all() : AgentPanel.of(agents),
                confidenceOptions.policy(Math.max(1, confidences.size())));
        boolean isCategoryNeeded = !reader.votes().hasCategories();
        for (String truth : truths) {
            reader.readTruths(truth, truthItemColumn(), truthAnswerColumn(), categoryColumn(isCategoryNeeded));
            isCategoryNeeded = false;
        }
        return reader;
    }

    private ConsensusConfig config() {
        return UserException.checked(
                () -> ConsensusConfig.defaults()
                        .withStrategy(StrategyCatalog.named(strategy == null ? STRATEGY : strategy))
                        .withThreshold(threshold)
                        .withThresholdConfidence(thresholdConfidence)
                        .withMinVoters(minVoters).withBallots(BallotRule.EXCLUSIVE));
    }

    private void refuseContradictions() {
        if (top < 0) {
            throw new UserException("--top must be at least 0, got " + top, "0 shows the summary alone.");
        }
        if (truths.isEmpty() && (truthItem != null || truthAnswer != null)) {
            throw new UserException("--truth-item and --truth-answer name columns of the file given with --truth",
                    "Give --truth FILE too, or --truth-column for a column beside the votes.");
        }
        if (inputs().stream().filter(STANDARD::equals).count() > 1) {
            throw new UserException("votes and truth cannot both come from standard input",
                    "Put one of them in a file.");
        }
        List<String> distinct = truths.stream().distinct().toList();
        if (distinct.size() < truths.size()) {
            throw new UserException("--truth names the same file twice: " + MessageText.list(truths), "Name it once.");
        }
    }

    /** The files that it reads. */
    private List<String> inputs() {
        List<String> inputs = new ArrayList<>(truths);
        inputs.addFirst(file);
        return inputs;
    }

    /** Refuses options that have no effect on a learned probability. */
    private void refuseUnusedOptions() {
        if (strategy != null) {
            throw new UserException("--strategy " + strategy + " has no effect with --learn batch, where the learned"
                    + " confidence decides", "Omit one of them.");
        }
        if (thresholdConfidence != 0) {
            throw new UserException("--threshold-confidence has no effect with --learn batch, where --threshold is the"
                    + " confidence that decides", "Give --threshold " + thresholdConfidence + " instead.");
        }
        if (confidenceOptions.isScaled()) {
            throw new UserException("--confidence-scale has no effect with --learn batch, which learns from the answers"
                    + " alone", "Omit one of them.");
        }
        if (!confidences.isEmpty()) {
            throw new UserException(
                    "--confidence " + String.join(",", confidences)
                            + " has no effect with --learn batch, which learns from"
                            + " the answers alone",
                    "Omit one of them.");
        }
    }

    private VoteColumns voteColumns() {
        Need truthNeed = truthColumn == null ? Need.NOTHING : Need.COLUMN;
        List<String> rightAnswers = named(truthColumn, "truth", "gold");
        return new VoteColumns(new RecordColumn("item", "--item", named(item, "item"), Need.VALUE),
                new RecordColumn("agent", "--agent", named(agent, "agent", "worker"), Need.VALUE),
                new RecordColumn("answer", "--answer", named(answer, "answer", "label"), Need.COLUMN),
                new RecordColumn("truth", "--truth-column", rightAnswers, truthNeed),
                categoryColumn(truths.isEmpty()), confidenceColumns());
    }

    private List<RecordColumn> confidenceColumns() {
        List<String> names = confidences.stream().map(String::strip).toList();
        if (names.size() > CaseBallot.MAX_CONFIDENCES) {
            throw new UserException("--confidence names " + names.size() + " columns, and a vote has at most "
                    + CaseBallot.MAX_CONFIDENCES, "Omit those that say least.");
        }
        if (names.stream().anyMatch(String::isEmpty) || names.stream().distinct().count() < names.size()) {
            throw new UserException("--confidence " + String.join(",", confidences) + " names a column twice, or none",
                    "Name each column once, with commas between.");
        }
        return names.isEmpty()
                ? List.of(confidenceColumn("confidence", Need.NOTHING))
                : names.stream().map(name -> confidenceColumn(name, Need.COLUMN)).toList();
    }

    private static RecordColumn confidenceColumn(String name, Need need) {
        return new RecordColumn("confidence", "--confidence", List.of(name), need);
    }

    /** The column of the kind of task; where it is needed, it must be there if it was named. */
    private RecordColumn categoryColumn(boolean isNeeded) {
        return new RecordColumn("category", "--category", named(category, "category"),
                isNeeded && category != null ? Need.COLUMN : Need.NOTHING);
    }

    private RecordColumn truthItemColumn() {
        List<String> names = item == null ? List.of("item") : List.of(item, "item");
        return new RecordColumn("item", "--truth-item", truthItem == null ? names : List.of(truthItem), Need.VALUE);
    }

    private RecordColumn truthAnswerColumn() {
        return new RecordColumn("truth", "--truth-answer", named(truthAnswer, "truth", "gold"), Need.COLUMN);
    }

    private static List<String> named(@Nullable String choice, String... usual) {
        return choice == null ? List.of(usual) : List.of(choice);
    }

    private DecisionReport report(PrintWriter writer, TextStyle style, VoteReader read, ConsensusConfig config,
            LearningMode learning) {
        if (form.json) {
            return new JsonReport(writer, read.confidencesSetAside());
        }
        boolean isSplit = accept.error().isPresent();
        return form.csv
                ? new CsvReport(writer, isSplit)
                : new TableReport(writer, style, all ? Integer.MAX_VALUE : top, new TableColumns(
                        read.votes().knownTruths() > 0, isSplit, learning == LearningMode.NONE), config);
    }
}
