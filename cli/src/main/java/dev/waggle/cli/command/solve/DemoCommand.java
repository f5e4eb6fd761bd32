package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import dev.waggle.cli.command.solve.SolveRunner.SolveRules;
import dev.waggle.cli.input.OptionWords;
import dev.waggle.cli.option.ConsensusOptions;
import dev.waggle.cli.option.LimitOptions;
import dev.waggle.cli.option.MathOptions;
import dev.waggle.cli.replay.BundledExamples;
import dev.waggle.cli.replay.SolveSource;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.cassette.Cassette;
import dev.waggle.journal.cassette.CassetteFile;
import dev.waggle.setup.MemorySettings;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.lens.analysis.MathConfig.MathRole;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle demo}: a recorded deliberation, decided live. */
@Command(name = "demo", addMethodSubcommands = false, sortOptions = false, //
        description = {"Plays a recorded deliberation through the real loop.",
            "The signals are recorded; votes, conflicts, decision and ending are computed.", //
            "", "It is a recording, so it recalls and stores no memories of a data folder.", //
            "", "Names: crossing (the default), migration, review, incident, or the file of a cassette."}, //
        exitCodeListHeading = SolveExit.TITLE, exitCodeList = {SolveExit.HELP_0, SolveExit.HELP_1, SolveExit.HELP_2,
            SolveExit.HELP_3, SolveExit.HELP_4}, //
        footer = {"", "Try: waggle demo --strategy voting", //
            "     waggle demo incident --threshold 0.6"})
public final class DemoCommand implements Callable<Integer> {

    private static final double PAUSE_SECONDS = 0.35;

    private final TerminalScreen screen;
    private final ProcessTelemetry telemetry;

    @Parameters(arity = "0..1", paramLabel = "NAME", defaultValue = "crossing", //
            completionCandidates = Names.class, description = "name of the deliberation")
    private String name = "crossing";

    @Option(names = "--list", description = "list the shipped deliberations")
    private boolean list;

    @Option(names = "--pace", paramLabel = "SECONDS", //
            description = "pause after each signal (default: 0.35 in a terminal, else 0)")
    private @Nullable Double pace;

    @Option(names = "--fast", description = "no pauses")
    private boolean fast;

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ArchiveOptions archive = new ArchiveOptions();

    @Mixin
    private ConsensusOptions consensus = new ConsensusOptions();

    @Mixin
    private MathOptions math = new MathOptions();

    @Mixin
    private LimitOptions limits = new LimitOptions();

    /** The shipped deliberations. */
    private static final class Names extends OptionWords {
        Names() {
            super(BundledExamples.names().stream());
        }
    }

    public DemoCommand(TerminalScreen screen, ProcessTelemetry telemetry) {
        this.screen = screen;
        this.telemetry = telemetry;
    }

    @Override
    public Integer call() throws IOException {
        OutputForm form = output.form();
        if (list) {
            list(form);
            return 0;
        }
        SolveSource source = SolveSource.of(cassette());
        SolveRules rules = new SolveRules(consensus.config(source), math.config(MathRole.WATCHING),
                limits.limits(source.limits()), config -> config, MemorySettings.NONE);
        SolveRunner runner = new SolveRunner(screen, source, rules, form, archive, RecordingTarget.nowhere(),
                telemetry);
        Duration pause = pause();
        return output.exitCode(form != OutputForm.TEXT || pause.isZero() ? runner.run() : runner.runPaced(pause));
    }

    private Cassette cassette() throws IOException {
        if (BundledExamples.names().contains(name)) {
            return BundledExamples.cassette(name);
        }
        Path file = file();
        if (!Files.exists(file) && !name.contains(".")) {
            throw unknown();
        }
        return CassetteFile.read(file);
    }

    private Path file() {
        try {
            return Path.of(name);
        } catch (InvalidPathException noName) {
            throw unknown();
        }
    }

    private UserException unknown() {
        return new UserException("there is no demo \"" + name + "\"",
                "Known are " + String.join(", ", BundledExamples.names()) + ".");
    }

    private void list(OutputForm form) throws IOException {
        List<JsonValue> rows = new ArrayList<>();
        for (String shipped : BundledExamples.names()) {
            String title = BundledExamples.cassette(shipped).title();
            if (form == OutputForm.TEXT) {
                screen.out().printf("  %-10s %s%n", shipped, title);
            }
            rows.add(new JsonObjectBuilder().with("name", shipped).with("title", title).json());
        }
        if (form != OutputForm.TEXT) {
            screen.out().println(JsonText.write(JsonValue.of(rows)));
        }
    }

    private Duration pause() {
        double seconds = pace != null ? pace : screen.interactive() ? PAUSE_SECONDS : 0;
        if (!(seconds >= 0 && seconds <= 3600)) {
            throw new UserException("--pace must be between 0 and 3600 seconds, got " + seconds,
                    "Use for example 0.5.");
        }
        return fast ? Duration.ZERO : Duration.ofMillis(Math.round(1000 * seconds));
    }
}
