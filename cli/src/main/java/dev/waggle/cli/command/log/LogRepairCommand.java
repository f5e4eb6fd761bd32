package dev.waggle.cli.command.log;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

import dev.waggle.cli.journal.DataFolder;
import dev.waggle.cli.journal.JournalOpener;
import dev.waggle.cli.option.WaitOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.JournalDamage;
import dev.waggle.journal.repair.JournalRepair;
import dev.waggle.journal.repair.RepairReport;
import dev.waggle.journal.repair.RepairSelection;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle log repair}: accepts named damage, so that a journal is sound again. */
@Command(name = "repair", addMethodSubcommands = false, sortOptions = false, //
        description = {"Accepts named damage of a journal, so that the rest is sound again.",
            "The bytes of a damaged line move to a file beside its segment, SEGMENT.damaged-OFFSET. A line that states"
                    + " the lost numbers takes their place. Nothing is deleted.",
            "Without a selection it lists the damage and changes nothing. Exit code 1 when damage is left."}, //
        footer = {"", "Examples:", "  waggle log repair journal", "  waggle log repair journal --line 12 --dry-run",
            "  waggle log repair journal --segment events.jsonl --line 12 --line 13",
            "  waggle log repair .waggle --all"})
public final class LogRepairCommand implements Callable<Integer> {

    private static final int DAMAGED = 1;

    private final TerminalScreen screen;

    @Parameters(paramLabel = "JOURNAL", description = "a journal folder, or a data folder")
    private Path journal = Path.of("");

    @Option(names = "--line", paramLabel = "N", description = "the damage of that line, as waggle log verify names it")
    private List<Long> lines = List.of();

    @Option(names = "--segment", paramLabel = "FILE",
            description = "the file of the lines; needed when there are several files")
    private @Nullable String segment;

    @Option(names = "--lost", description = "the loss of newest entries that only the high-water mark or the delivery"
            + " facts name")
    private boolean lost;

    @Option(names = "--all", description = "all damage")
    private boolean all;

    @Option(names = "--dry-run", description = "only show what would be done")
    private boolean dryRun;

    @Option(names = "--json", description = "the result as JSON")
    private boolean json;

    @Mixin
    private WaitOption waitOption = new WaitOption();

    public LogRepairCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        JournalOpener.requireExisting(journal);
        if (!Files.isDirectory(journal)) {
            throw new UserException(journal + " is a file", "Name the folder of a journal, or a data folder.");
        }
        if (lines.stream().anyMatch(line -> line < 1)) {
            throw new UserException("--line must be at least 1, got " + lines, "waggle log verify names the lines.");
        }
        boolean isSelected = all || lost || !lines.isEmpty();
        RepairSelection selection = all
                ? RepairSelection.everything()
                : new RepairSelection(false, lost, segment, Set.copyOf(lines));
        World world = World.system();
        RepairReport plan = JournalRepair.plan(journal, selection, world);
        requireOneFile(plan);
        if (!isSelected || dryRun) {
            report(plan, isSelected);
            return plan.left().isEmpty() ? 0 : DAMAGED;
        }
        if (plan.accepted().isEmpty() && !plan.left().isEmpty()) {
            throw new UserException("no damage of " + journal + " is selected",
                    "waggle log repair " + journal + " lists it.");
        }
        DataFolder.requireNoServer(journal, "waggle log repair");
        RepairReport done = JournalRepair.run(journal, selection,
                JournalConfig.defaults().withLockWait(waitOption.duration()), world);
        report(done, true);
        return done.left().isEmpty() ? 0 : DAMAGED;
    }

    /** A line number alone may name a line of another file by mistake. */
    private void requireOneFile(RepairReport plan) {
        long files = plan.accepted().stream().map(place -> place.damage().file()).distinct().count();
        if (!lines.isEmpty() && segment == null && files > 1) {
            throw new UserException("--line " + lines.getFirst() + " is damaged in " + files + " files",
                    "Name one with --segment FILE.");
        }
    }

    private void report(RepairReport report, boolean isSelected) {
        if (json) {
            screen.out().println(JsonText.write(json(report)));
            return;
        }
        for (RepairReport.RepairedPlace place : report.accepted()) {
            print((report.isPlan() ? "would accept  " : "accepted  ") + place.damage().message());
            if (place.savedTo() != null) {
                print("  " + place.bytes() + " bytes" + (report.isPlan() ? " would move to " : " moved to ")
                        + place.savedTo());
            }
        }
        report.left().forEach(damage -> print("damaged  " + damage.message()));
        if (report.accepted().isEmpty() && report.left().isEmpty()) {
            print("nothing to repair: " + journal + " is sound");
        } else if (!isSelected) {
            print("nothing was changed; select with --line N, --lost or --all, after a look at a copy of the journal");
        }
    }

    private void print(String line) {
        screen.out().println(TextStyle.printable(line));
    }

    private static JsonValue json(RepairReport report) {
        return new JsonObjectBuilder().with("changed", !report.isPlan() && !report.accepted().isEmpty())
                .with("accepted", report.accepted().stream().map(LogRepairCommand::json).toList())
                .with("left", report.left().stream().<JsonValue>map(damage -> fields(damage).json()).toList()).json();
    }

    private static JsonValue json(RepairReport.RepairedPlace place) {
        Path savedTo = place.savedTo();
        return fields(place.damage()).with("bytes", place.bytes())
                .withPresent("savedTo", savedTo == null ? null : savedTo.toString()).json();
    }

    private static JsonObjectBuilder fields(JournalDamage damage) {
        JsonObjectBuilder fields = new JsonObjectBuilder().with("file", damage.file().toString())
                .with("line", damage.line()).with("offset", damage.offset());
        JournalDamage.SequenceRange range = damage.lost();
        if (range != null) {
            fields.with("first", range.first()).with("last", range.last());
        }
        return fields.with("reason", damage.reason());
    }
}
