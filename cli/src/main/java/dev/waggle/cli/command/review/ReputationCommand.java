package dev.waggle.cli.command.review;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import dev.waggle.cli.decide.MessageText;
import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.cli.terminal.TextTable.Cell;
import dev.waggle.cli.terminal.TextTable.Column;
import dev.waggle.cli.terminal.TextTable.Side;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.math.inference.ShareInterval;
import dev.waggle.review.outcome.ReputationJson;
import dev.waggle.setup.folder.OutcomeFolder;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.evaluation.CalibrationReport;
import dev.waggle.swarm.reliability.AgentReliability;
import dev.waggle.swarm.reliability.AgentReliability.Companion;
import dev.waggle.swarm.reputation.AgentReputation;
import dev.waggle.swarm.reputation.ReliabilityRecord;
import dev.waggle.swarm.reputation.ReputationSnapshot;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle reputation}: what outcomes have taught about each agent. */
@Command(name = "reputation", addMethodSubcommands = false, sortOptions = false, //
        description = {
            "Shows what outcomes have taught about each agent: how often it was right, with an interval, on which"
                    + " tasks, its trend, the weight of its vote, and with whom it is redundant.",
            "",
            "The weight is in nats, beside the evidence that any vote has: 0 for an agent as good as assumed, below 0"
                    + " for a worse one."}, //
        footer = {"", "Try: waggle outcome RUN correct, then waggle reputation",
            "     waggle reputation optimist --json"})
public final class ReputationCommand implements Callable<Integer> {

    private static final int WIDEST = 28;

    /** Correlation of being right from which another agent is named as redundant. */
    private static final double REDUNDANT = 0.5;
    private static final int ENOUGH_TOGETHER = 10;

    private final TerminalScreen screen;

    @Parameters(arity = "0..1", paramLabel = "AGENT",
            description = "that agent, with its tasks and companions (default:"
                    + " all agents)")
    private @Nullable String agent;

    @Option(names = "--json", description = "as one JSON object")
    private boolean json;

    @Mixin
    private DataOption data = new DataOption();

    public ReputationCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        if (!OutcomeFolder.isIn(data.folder())) {
            throw new UserException("there are no outcomes in " + data.folder(),
                    "Tell one with: waggle outcome RUN correct; or name a data folder with --data.");
        }
        OutcomeFolder folder = OutcomeFolder.open(data.folder(), World.system());
        ReputationSnapshot reputation = folder.outcomes().reputation();
        if (agent != null && !reputation.agents().containsKey(agent)) {
            throw new UserException("no outcome says anything about agent \"" + agent + "\"",
                    "Agents with outcomes: " + String.join(", ", reputation.ranking().stream().limit(10).toList())
                            + ".");
        }
        List<String> agents = agent == null ? reputation.ranking() : List.of(agent);
        if (json) {
            screen.out().println(JsonText.write(ReputationJson.of(folder.outcomes(), folder.reliability(), agents)));
            return 0;
        }
        table(folder, reputation, agents);
        if (agent != null) {
            tasks(folder, reputation.of(agent), agent);
        }
        summary(folder);
        return 0;
    }

    private void table(OutcomeFolder folder, ReputationSnapshot reputation, List<String> agents) {
        List<Column> columns = new ArrayList<>(List.of(new Column("agent", Side.LEFT), new Column("right", Side.RIGHT),
                new Column("90 %", Side.LEFT), new Column("outcomes", Side.RIGHT), new Column("trend", Side.RIGHT),
                new Column("weight", Side.RIGHT)));
        boolean isAnyRedundant = agents.stream()
                .anyMatch(id -> !redundant(folder.reliability().reliability(id).orElse(null)).isEmpty());
        if (isAnyRedundant) {
            columns.add(new Column("redundant with", Side.LEFT));
        }
        try (TextTable table = new TextTable(screen.out(), screen.style(), columns)) {
            for (String id : agents) {
                ReliabilityRecord record = reputation.of(id).overall();
                ShareInterval interval = record.interval(reputation.prior(), ReputationJson.LEVEL);
                AgentReliability weights = folder.reliability().reliability(id).orElse(null);
                List<Cell> row = new ArrayList<>(List.of(Cell.of(TextTable.clip(id, WIDEST)),
                        Cell.of(percent(record.accuracy())),
                        new Cell(percent(interval.low()) + " to " + percent(interval.high()), Ink.DIM),
                        Cell.of(String.format(PlainLocale.NONE, "%,d", record.total())),
                        Cell.of(record.trend() == 0 ? "-"
                                : String.format(PlainLocale.NONE, "%+.0f", 100 * record.trend())),
                        Cell.of(weights == null ? "-" : weight(weights))));
                if (isAnyRedundant) {
                    row.add(Cell.of(redundant(weights)));
                }
                table.row(row);
            }
        }
    }

    private static String weight(AgentReliability weights) {
        return String.format(PlainLocale.NONE, "%+.2f",
                weights.debateVote() == 0 ? weights.vote() : weights.debateVote());
    }

    private static String redundant(@Nullable AgentReliability weights) {
        if (weights == null) {
            return "";
        }
        List<String> names = new ArrayList<>();
        for (Companion other : weights.companions()) {
            if (other.together() >= ENOUGH_TOGETHER && other.redundancy() >= REDUNDANT) {
                names.add(TextTable.clip(other.agent(), WIDEST)
                        + String.format(PlainLocale.NONE, " (%.2f)", other.redundancy()));
            }
        }
        return String.join(", ", names);
    }

    private void tasks(OutcomeFolder folder, AgentReputation known, String id) {
        screen.out().println();
        known.byType().forEach((type, record) -> {
            ShareInterval interval = record.interval(folder.outcomes().reputation().prior(), ReputationJson.LEVEL);
            screen.printSentence(TextTable.clip(type, WIDEST) + ": " + percent(record.accuracy()) + " of "
                    + record.total() + " right (" + percent(interval.low()) + " to " + percent(interval.high()) + ")"
                    + (known.strengths().contains(type) ? ", a strength" : "")
                    + (known.weaknesses().contains(type) ? ", a weakness" : ""));
        });
        folder.reliability().reliability(id).ifPresent(weights -> weights.companions().forEach(other -> screen
                .printSentence("with " + TextTable.clip(other.agent(), WIDEST) + ": "
                        + MessageText.count(other.together(), "outcome") + " together, correlation of being right "
                        + String.format(PlainLocale.NONE, "%.2f", other.redundancy()))));
    }

    private void summary(OutcomeFolder folder) {
        CalibrationReport report = folder.outcomes().report();
        screen.out().println();
        screen.printSentence(MessageText.count(report.totalOutcomes(), "outcome") + ", "
                + percent(report.accuracy()) + " of the answers right; said probability: calibration error "
                + String.format(PlainLocale.NONE, "%.3f, Brier score %.3f", report.calibrationError(), report.brier()));
        screen.printSentence("weights learned from " + folder.reliability().learned() + ", version "
                + folder.reliability().version());
    }

    private static String percent(double share) {
        return String.format(PlainLocale.NONE, "%.0f %%", 100 * share);
    }
}
