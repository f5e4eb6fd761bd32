package dev.waggle.cli.command.solve;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import dev.waggle.cli.journal.SignalAccess;
import dev.waggle.cli.option.WaitOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.seat.FileSeatAnswers;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.setup.MemorySettings;
import dev.waggle.signal.seat.SeatAnswers;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Flags for the storage of a solve. */
final class ArchiveOptions {

    /** No storage: the log is in memory, and no agent has an inbox. */
    static final ArchiveOptions NOWHERE = new ArchiveOptions();

    @Option(names = "--log", paramLabel = "DIR", description = "append everything to the journal in that folder")
    private @Nullable Path log;

    @Option(names = "--data", paramLabel = "DIR", description = "a data folder: before each turn agents read what"
            + " waits in their inboxes there; its memories are recalled, and what agents find is added to them, unless"
            + " a recording is played; without --log the solve is appended to its log")
    private @Nullable Path data;

    private final SignalAccess access = new SignalAccess();

    /** An open data folder that the solve shares; {@code null} if it opens its own. */
    private @Nullable SignalService shared;

    private boolean isOfRecordings;

    @Mixin
    private WaitOption waitOption = new WaitOption();

    /** The open data folder of a server, which stays open after a solve. */
    static ArchiveOptions sharing(Path data, SignalService signals) {
        ArchiveOptions options = new ArchiveOptions();
        options.data = data;
        options.shared = signals;
        options.access.bind(signals);
        return options;
    }

    /** The same for recordings, whose votes weigh as they were cast, whatever the outcomes of the folder teach. */
    static ArchiveOptions ofRecordings(Path data, SignalService signals) {
        ArchiveOptions options = sharing(data, signals);
        options.isOfRecordings = true;
        return options;
    }

    /** The folder of a journal; {@code null} if none is named. */
    @Nullable Path log() {
        return log;
    }

    /** The data folder; {@code null} if none is named. */
    @Nullable Path data() {
        return data;
    }

    /** The folders that are named. */
    List<String> places() {
        return Stream.of(log, data).filter(Objects::nonNull).map(Path::toString).toList();
    }

    /** Access to the signals of the data folder, once {@link #open opened}. */
    SignalAccess signals() {
        return access;
    }

    /** The answers of people who answer later; they are kept in the data folder, beside the log of the solve. */
    SeatAnswers seatAnswers() {
        if (data == null || log != null) {
            throw new UserException("a solve with people who answer later is kept in a data folder",
                    data == null ? "Add --data DIR." : "Omit --log.");
        }
        return FileSeatAnswers.open(data, World.system());
    }

    SolveArchive open(TerminalScreen screen, List<String> agents, MemorySettings memory) {
        if (shared != null && data != null) {
            SolveArchive archive = SolveArchive.sharing(screen, data, shared, agents, memory);
            return isOfRecordings ? archive.withoutOutcomes() : archive;
        }
        SolveArchive opened = SolveArchive.open(screen, log, data, waitOption.duration(), agents, memory);
        opened.bind(access);
        return opened;
    }
}
