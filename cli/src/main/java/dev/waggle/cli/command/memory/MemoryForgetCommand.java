package dev.waggle.cli.command.memory;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;

import dev.waggle.cli.learning.WrongMemoryOutcome;
import dev.waggle.cli.memory.MemoryFolder;
import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.setup.folder.OutcomeFolder;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.ForgottenMemory;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.StoredMemory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle memory forget}: deletes memories for good. */
@Command(name = "forget", addMethodSubcommands = false, //
        description = {"Deletes memories with their texts, for good: from the index, and from the log of memories.", //
            "Flags that choose delete also memories that were evicted and stand only in that log.", //
            "Then it replaces the texts in all other files of the data folder, such as logs of solves, with the signals"
                    + " that stated them. Exit code 1 when a file may still hold a text, for example because another"
                    + " process is writing there; the memories are forgotten all the same."}, //
        footer = {"", "Examples:", //
            "  waggle memory forget mem-3f2a91c04d7e", //
            "  waggle memory forget mem-3f2a91c04d7e --wrong", //
            "  waggle memory forget --author optimist --dry-run", //
            "  waggle memory forget --tenant acme --older-than 90d --yes"})
public final class MemoryForgetCommand implements Callable<Integer> {

    private static final int INCOMPLETE = 1;

    private final TerminalScreen screen;

    @Parameters(arity = "0..*", paramLabel = "ID", description = "ids, or the beginnings of them")
    private List<String> ids = new ArrayList<>();

    @Mixin
    private MemoryFilterOptions filters = new MemoryFilterOptions();

    @Option(names = "--all", description = "all memories")
    private boolean isAll;

    @Option(names = "--wrong", description = "say that they are wrong: the author of each loses reputation, see waggle"
            + " reputation")
    private boolean isWrong;

    @Option(names = "--dry-run", description = "show them and delete nothing")
    private boolean isDryRun;

    @Option(names = "--yes", description = "delete more than one")
    private boolean isConfirmed;

    @Option(names = "--memory-only", description = "leave the texts in all other files of the data folder")
    private boolean isMemoryOnly;

    @Option(names = "--json", description = "as one JSON object: forgotten, the ids; lines, files and left of the other"
            + " files, or skipped, the reason")
    private boolean json;

    @Mixin
    private DataOption data = new DataOption();

    public MemoryForgetCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        refuseContradictions();
        Instant now = World.system().now();
        MemoryFilter filter = filters.filter(now);
        try (MemoryFolder folder = MemoryAccess.existing(data, screen)) {
            List<StoredMemory> chosen = ids.isEmpty() ? chosen(folder, filter) : named(folder);
            if (isDryRun) {
                showChosen(chosen, now);
                return 0;
            }
            requireConfirmation(chosen.size());
            if (isWrong) {
                tellWrong(chosen, now);
            }
            List<ForgottenMemory> forgotten = ids.isEmpty()
                    ? folder.forget(filter)
                    : folder.forgetNamed(chosen.stream().map(StoredMemory::id).toList());
            return report(folder, forgotten, chosen.size());
        }
    }

    private void refuseContradictions() {
        boolean isFiltered = filters.isGiven() || isAll;
        if (ids.isEmpty() && !isFiltered) {
            throw new UserException("no memory is named", "Give ids, or flags that choose, such as --author.");
        }
        if (!ids.isEmpty() && isFiltered) {
            throw new UserException("ids and flags that choose exclude each other", "Use one of them.");
        }
        if (isAll && filters.isGiven()) {
            throw new UserException("--all chooses all memories, and other flags choose some", "Use one of them.");
        }
    }

    private List<StoredMemory> named(MemoryFolder folder) {
        Map<String, StoredMemory> found = new LinkedHashMap<>();
        for (String id : ids) {
            StoredMemory memory = folder.ask(store -> MemoryAccess.named(store, id));
            found.put(memory.id(), memory);
        }
        return List.copyOf(found.values());
    }

    private static List<StoredMemory> chosen(MemoryFolder folder, MemoryFilter filter) {
        List<StoredMemory> found = new ArrayList<>();
        long _ = folder.ask(store -> MemoryPages.forEach(store, filter, found::add));
        return found;
    }

    private void showChosen(List<StoredMemory> chosen, Instant now) {
        if (json) {
            screen.out().println(JsonText.write(new JsonObjectBuilder()
                    .withTexts("chosen", chosen.stream().map(StoredMemory::id).toList()).json()));
            return;
        }
        if (!chosen.isEmpty()) {
            try (MemoryTable table = new MemoryTable(screen, now, false)) {
                chosen.forEach(memory -> table.row(memory, OptionalDouble.empty()));
            }
        }
        screen.out().println(MemoryTable.count(chosen.size(), "") + " would be deleted");
    }

    private void requireConfirmation(int count) {
        if (count > 1 && !isConfirmed) {
            throw new UserException(MemoryTable.count(count, "") + " would be deleted for good",
                    "Add --yes to delete them, or --dry-run to see them.");
        }
    }

    /** Told first, so that a command that is repeated after a failure completes both. */
    private void tellWrong(List<StoredMemory> chosen, Instant now) {
        OutcomeFolder outcomes = OutcomeFolder.open(data.folder(), World.system());
        chosen.forEach(memory -> {
            var _ = outcomes.outcomes().replace(WrongMemoryOutcome.of(memory, now));
        });
        outcomes.refresh();
    }

    private int report(MemoryFolder folder, List<ForgottenMemory> forgotten, int shown) {
        Optional<MemoryRedaction> redaction = isMemoryOnly
                ? Optional.empty()
                : Optional.of(MemoryRedaction.of(data.folder(), folder.folder(), data.lockWait(), forgotten));
        int code = redaction.isEmpty() || redaction.get().isComplete() ? 0 : INCOMPLETE;
        if (json) {
            JsonObjectBuilder summary = new JsonObjectBuilder().withTexts("forgotten",
                    forgotten.stream().map(ForgottenMemory::id).sorted().toList());
            screen.out().println(JsonText.write(redaction.map(done -> done.onto(summary)).orElse(summary).json()));
            return code;
        }
        int evicted = forgotten.size() - shown;
        screen.out().println(MemoryTable.count(shown, "") + " deleted from the log and the index in "
                + TextStyle.printable(folder.folder().toString())
                + (evicted > 0 ? ", and " + MemoryTable.count(evicted, "evicted ") + " from the log" : ""));
        redaction.ifPresent(done -> done.print(screen));
        if (isWrong && shown > 0) {
            screen.out().println("the authors lose reputation: waggle reputation");
        }
        return code;
    }
}
