package dev.waggle.cli.command.signals;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import dev.waggle.cli.command.log.EntryFormat;
import dev.waggle.cli.command.log.EntryTail;
import dev.waggle.cli.journal.JournalOpener;
import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.terminal.EntryLine;
import dev.waggle.cli.terminal.RunNames;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TerminalWidth;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.delayed.DelayLimitException;
import dev.waggle.journal.delayed.DelayedSignal;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.journal.signals.GeneratedSignal;
import dev.waggle.journal.signals.ScheduledSignal;
import dev.waggle.journal.signals.SignalBroker;
import dev.waggle.journal.signals.SignalReceipt;
import dev.waggle.journal.signals.SignalRequest;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SourceNormalizer;
import dev.waggle.journal.userfile.BoundedFile;
import dev.waggle.signal.Source;
import dev.waggle.signal.codec.EntryCodec;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle signals}: publishes and reads the durable signals of a data folder. */
@Command(name = "signals", //
        description = "Publishes durable signals, subscribes agents to them and shows their inboxes.", //
        synopsisSubcommandLabel = "(generate | list | tail | subscribe | unsubscribe | subscriptions | inbox"
                + " | dead | requeue | delayed | cancel)", //
        footer = {"", "Examples:", //
            "  waggle signals generate build:done '{\"commit\": \"4f1c\"}'", //
            "  waggle signals subscribe ada 'build:*' --loud --create", //
            "  waggle signals inbox ada", //
            "  waggle solve \"Ship it?\" --seat ada --data .waggle"})
public final class SignalsCommand {

    /** Caller id of the command when it acts for an agent. */
    static final String CALLER = "cli";

    /** Emission of the signals that the command publishes; their source is the one that the user claims. */
    private static final Emission BY_COMMAND = Emission.by(CALLER);

    /** Longest data that is read from a file or standard input: as long as a line of the log may be. */
    private static final int MAX_DATA = 8 * 1024 * 1024;

    private static final String CHECK = "Check the path after the @.";

    private static final Set<String> KINDS = Set.of("system", "agent", "webhook", "process");

    private final TerminalScreen screen;
    private final InputStream in;

    public SignalsCommand(TerminalScreen screen, InputStream in) {
        this.screen = screen;
        this.in = in;
    }

    @Command(name = "generate", //
            description = "Publishes a signal: it is on the disk and in the inboxes of subscribers when the"
                    + " command ends.")
    int generate(
            @Parameters(index = "0", paramLabel = "TYPE",
                    description = "type of the signal: build:done") String type,
            @Parameters(index = "1", arity = "0..1", paramLabel = "DATA", //
                    description = "data as JSON; @FILE reads it from a file, - from the standard input"
                            + " (default: none)") //
            @Nullable String data,
            @Option(names = "--source", paramLabel = "SOURCE", //
                    description = "claimed source: system, agent:ID, webhook[:ID] or process[:ID]"
                            + " (default: process and the number of this one)") @Nullable String source,
            @Mixin SignalOptions options, //
            @Mixin DataOption folder, //
            @Option(names = "--json", description = "the entry as stored in the log; a delayed signal as"
                    + " waggle signals delayed --json shows it") boolean json) {
        JsonValue value = data == null ? null : json(data);
        Source claimed = source == null
                ? new Source.Process(String.valueOf(ProcessHandle.current().pid()))
                : source(source);
        World world = World.system();
        SignalRequest request = UserException.checked(() -> {
            SignalRequest asked = options.apply(SignalRequest.of(type).withSource(claimed).withData(value)
                    .withEmission(BY_COMMAND), world.now());
            SignalService.check(asked, world);
            return asked;
        });
        try (SignalBroker signals = folder.open(screen)) {
            SignalReceipt receipt = signals.submit(request);
            if (json) {
                screen.out().println(json(receipt));
            } else {
                new SignalReceiptView(screen, TerminalWidth.ofText()).lines(receipt).forEach(screen.out()::println);
            }
        } catch (DelayLimitException full) {
            throw new UserException(String.valueOf(full.getMessage()), "Cancel some with waggle signals cancel.");
        } catch (IllegalArgumentException refused) {
            throw UserException.of(refused);
        }
        return 0;
    }

    private static String json(SignalReceipt receipt) {
        return switch (receipt) {
            case GeneratedSignal(LogEntry entry, Durability _) -> JsonText.write(EntryCodec.encode(entry));
            case ScheduledSignal(DelayedSignal delayed) -> DelayedCommand.json(delayed);
        };
    }

    @Command(name = "list",
            description = "Lists the latest signals, the oldest first.")
    int list(@Option(names = {"-n", "--limit"}, paramLabel = "N", defaultValue = "200", //
            description = "number of signals, 1 to 1000 (default: ${DEFAULT-VALUE})") int limit,
            @Option(names = "--type", paramLabel = "PATTERN", description = "only types that match") //
            @Nullable String type,
            @Option(names = "--tenant", paramLabel = "NAME", description = "only signals of that tenant") //
            @Nullable String tenant,
            @Mixin DataOption folder,
            @Option(names = "--json",
                    description = "as one JSON object: {\"ok\":true,\"events\":[...]}") boolean json) {
        if (limit < 1 || limit > SignalService.MAX_RECENT) {
            throw new UserException("--limit must be between 1 and " + SignalService.MAX_RECENT + ", got " + limit,
                    "Use waggle log show for more.");
        }
        JournalQuery query = tenant == null ? JournalQuery.last(limit) : JournalQuery.last(limit).ofTenant(tenant);
        try (JournalReader reader = JournalReader.open(folder.requireLog())) {
            List<LogEntry> entries = reader
                    .select(type == null ? query : query.ofTypes(UserException.checked(() -> Pattern.of(type))));
            if (json) {
                screen.out().println(JsonText.write(new JsonObjectBuilder().with("ok", true)
                        .with("events", entries.stream().map(EntryCodec::encode).toList()).json()));
            } else {
                RunNames names = RunNames.in(folder.requireLog());
                entries.forEach(entry -> {
                    names.read(entry);
                    screen.out().println(EntryLine.of(entry, screen.style(), names));
                });
            }
            JournalOpener.report(reader, screen);
        }
        return 0;
    }

    @Command(name = "tail", //
            description = "Shows the latest signals and, with --follow, new ones until interrupted.")
    int tail(@Option(names = {"-n", "--lines"}, paramLabel = "N", defaultValue = "20", //
            description = "number of signals (default: ${DEFAULT-VALUE})") int count,
            @Option(names = {"-f", "--follow"}, description = "continue with new signals, until interrupted") //
            boolean follow,
            @Option(names = "--format", paramLabel = "TEMPLATE", //
                    description = EntryFormat.HELP) //
            @Nullable String format,
            @Mixin DataOption folder,
            @Option(names = "--json", description = "entries as stored in the log") boolean json)
            throws InterruptedException {
        new EntryTail(screen, folder.requireLog()).show(count, follow, format, json);
        return 0;
    }

    private static Source source(String text) {
        int colon = text.indexOf(':');
        String kind = (colon < 0 ? text : text.substring(0, colon)).toLowerCase(Locale.ROOT);
        String id = colon < 0 ? null : text.substring(colon + 1);
        try {
            if (!KINDS.contains(kind) || (kind.equals("system") && id != null)) {
                throw new UserException("no source is called \"" + text + "\"",
                        "Use system, agent:ID, webhook[:ID] or process[:ID].");
            }
            return SourceNormalizer.of(kind, id);
        } catch (IllegalArgumentException refused) {
            throw UserException.of(refused);
        }
    }

    private JsonValue json(String data) {
        try {
            return JsonText.read(text(data));
        } catch (IllegalArgumentException refused) {
            throw new UserException("the data is " + refused.getMessage(),
                    "Quote texts: '\"done\"', or write an object: '{\"x\": 1}'.");
        }
    }

    private String text(String data) {
        if (data.equals("-")) {
            try {
                return read(in, "the standard input");
            } catch (IOException failed) {
                throw new UncheckedIOException("cannot read the standard input: " + failed.getMessage(), failed);
            }
        }
        if (!data.startsWith("@")) {
            return data;
        }
        String file = data.substring(1);
        try {
            return BoundedFile.text(Path.of(file), MAX_DATA);
        } catch (CharacterCodingException bad) {
            throw new UserException(file + " is not UTF-8", "Convert it first.");
        } catch (NoSuchFileException missing) {
            throw new UserException("no such file: " + file, CHECK);
        } catch (InvalidPathException bad) {
            throw new UserException("no file can be called " + bad.getInput(), CHECK);
        } catch (IOException failed) {
            throw new UserException("cannot read " + file + ": " + BoundedFile.reason(failed), CHECK);
        }
    }

    private static String read(InputStream from, String name) throws IOException {
        try {
            byte[] bytes = from.readNBytes(MAX_DATA + 1);
            if (bytes.length > MAX_DATA) {
                throw new UserException(name + " holds more than " + MAX_DATA + " bytes",
                        "Write it to a file and name the file.");
            }
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException bad) {
            throw new UserException(name + " is not UTF-8", "Convert it first.");
        }
    }
}
