package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;

import dev.waggle.cli.journal.JournalOpener;
import dev.waggle.cli.journal.RunIndex;
import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TerminalWidth;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.journal.seat.FileSeatAnswers;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.seat.SeatAnswer;
import dev.waggle.signal.seat.SeatAnswerJson;
import dev.waggle.signal.seat.SeatAnswers;
import dev.waggle.signal.seat.SeatTurn;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.OpenSeats;
import dev.waggle.swarm.agent.SeatRequest;
import dev.waggle.swarm.event.json.SeatRequestJson;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle answer}: the answer of a person to a solve that is suspended for it. */
@Command(name = "answer", addMethodSubcommands = false, sortOptions = false, //
        description = {"Answers for a person that a suspended solve waits for.",
            "", "A line is one act, as at the terminal: find, propose, vote, doubt, challenge, split, say or pass."
                    + " Lines that cannot be read are refused, and nothing is stored. The first answer of a turn counts."}, //
        footer = {"", "Examples:", //
            "  waggle answer --list --data DIR", //
            "  waggle answer RUN maya \"vote P4 agree 0.9 it fits the budget\" --data DIR", //
            "  waggle answer RUN maya - --data DIR < answer.txt"})
public final class AnswerCommand implements Callable<Integer> {

    /** Bytes of an answer on standard input; more cannot have the allowed number of characters. */
    private static final int MAX_BYTES = 4 * SeatAnswer.MAX_CHARACTERS;

    private final TerminalScreen screen;
    private final InputStream in;

    @Parameters(index = "0", arity = "0..1", paramLabel = "RUN", description = "id of the solve")
    private @Nullable String run;

    @Parameters(index = "1", arity = "0..1", paramLabel = "SEAT", description = "id of the seat")
    private @Nullable String seat;

    @Parameters(index = "2..*", arity = "0..*", paramLabel = "LINE", description = "lines of the answer; - reads them"
            + " from standard input")
    private List<String> lines = new ArrayList<>();

    @Option(names = "--list", description = "list the open requests, of RUN or of all runs")
    private boolean isListing;

    @Option(names = "--turn", paramLabel = "N", description = "refuse when the seat is asked for another of its turns")
    private @Nullable Integer turn;

    @Option(names = "--by", paramLabel = "NAME", description = "name of the person for the log (default: the seat)")
    private @Nullable String by;

    @Option(names = "--json", description = "print JSON")
    private boolean isJson;

    @Mixin
    private DataOption data = new DataOption();

    public AnswerCommand(TerminalScreen screen, InputStream in) {
        this.screen = screen;
        this.in = in;
    }

    @Override
    public Integer call() {
        SeatAnswers answers = FileSeatAnswers.open(data.folder(), World.system());
        try {
            if (isListing) {
                list(answers);
            } else {
                answer(answers);
            }
            return 0;
        } catch (IllegalArgumentException refused) {
            throw UserException.of(refused);
        }
    }

    private void answer(SeatAnswers answers) {
        if (run == null || seat == null || lines.isEmpty()) {
            throw new UserException("an answer needs a run, a seat and at least one line",
                    "List what is asked with: waggle answer --list --data " + data.folder() + ".");
        }
        String id = run;
        String by = Objects.requireNonNullElse(this.by, seat);
        SeatAnswer stored = request(id, seat).answer(answers, by, given());
        if (isJson) {
            screen.out().println(JsonText.write(SeatAnswerJson.of(stored)));
        } else {
            print(by + " answered as " + stored.turn() + "; a server of the folder goes on by itself, else go on with:"
                    + " waggle resume " + id + " --data " + data.folder());
        }
        screen.out().flush();
    }

    private SeatRequest request(String id, String asked) {
        OpenSeats open = openSeats(id).getFirst();
        SeatRequest request = open.of(asked);
        return turn == null
                ? request
                : open.of(new SeatTurn(id, asked, request.turn().round(), turn));
    }

    private List<String> given() {
        if (!lines.equals(List.of("-"))) {
            return lines;
        }
        try {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new UserException("the answer on standard input has more than " + MAX_BYTES + " bytes",
                        "Shorten it.");
            }
            return new String(bytes, StandardCharsets.UTF_8).lines().map(String::strip)
                    .filter(line -> !line.isEmpty()).toList();
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot read from standard input: " + failed.getMessage(), failed);
        }
    }

    private void list(SeatAnswers answers) {
        List<SeatRequest> requests = openSeats(run).stream().flatMap(open -> open.requests().stream())
                .filter(request -> seat == null || request.turn().seat().equals(seat))
                .filter(request -> answers.find(request.turn()).isEmpty()).toList();
        if (isJson) {
            screen.out().println(JsonText.write(new JsonObjectBuilder()
                    .with("requests", requests.stream().map(SeatRequestJson::of).toList()).json()));
        } else if (requests.isEmpty()) {
            print("no person is asked in " + data.folder());
        } else {
            SeatRequestView view = new SeatRequestView(screen, TerminalWidth.ofText());
            requests.forEach(view::show);
        }
        screen.out().flush();
    }

    /** The open requests of that run; without one, of every run without an end. */
    private List<OpenSeats> openSeats(@Nullable String id) {
        Path log = data.requireLog();
        try (JournalReader reader = JournalOpener.open(log)) {
            RunIndex index = RunIndex.of(log, reader);
            if (id != null) {
                index.requireRun(id);
            }
            return index.runs().entrySet().stream()
                    .filter(known -> id == null ? !known.getValue().isClosed() : known.getKey().equals(id))
                    .map(Map.Entry::getKey).map(known -> openSeats(log, known)).toList();
        }
    }

    private static OpenSeats openSeats(Path log, String id) {
        try (JournalReader reader = JournalOpener.open(log)) {
            return OpenSeats.of(id, reader.select(JournalQuery.ALL.ofRun(id)));
        }
    }

    private void print(String words) {
        screen.out().println(TextStyle.printable(words));
    }
}
