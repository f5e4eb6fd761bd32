package dev.waggle.cli.command.solve;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

import dev.waggle.cli.journal.JournalOpener;
import dev.waggle.cli.journal.RunIndex;
import dev.waggle.cli.runs.ReplayConfig;
import dev.waggle.cli.runs.ResumedRun;
import dev.waggle.cli.runs.RunSetup;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.LiveView;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.review.ReadOnlyJournal;
import dev.waggle.signal.checkpoint.Checkpoint;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.runlog.DamagedLogException;
import dev.waggle.swarm.runlog.ReplayDivergedException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle resume}: resumes an interrupted solve with the setup in its log. */
@Command(name = "resume", addMethodSubcommands = false, sortOptions = false, //
        description = {"Continues a solve that was killed or waits for people.",
            "", "Answers in its log are not asked for again. No flags are needed: the log holds the setup of"
                    + " the solve. A finished solve shows its result again. So does one that Ctrl-C ended: it"
                    + " cannot be continued."}, //
        exitCodeListHeading = SolveExit.TITLE, exitCodeList = {SolveExit.HELP_0, SolveExit.HELP_1, SolveExit.HELP_2,
            SolveExit.HELP_3, SolveExit.HELP_4}, //
        footer = {"",
            "Try: waggle solve \"...\" --model NAME --log LOG, kill it in the middle,",
            "     then waggle resume --log LOG"})
public final class ResumeCommand implements Callable<Integer> {

    private final TerminalScreen screen;
    private final InputStream in;
    private final ProcessTelemetry telemetry;

    @Parameters(arity = "0..1", paramLabel = "RUN", description = "id of the run (default: the only one without"
            + " an end)")
    private @Nullable String run;

    @Option(names = "--question", paramLabel = "TEXT", description = "refuse when the run answers another question")
    private @Nullable String question;

    @Option(names = "--models-file", paramLabel = "FILE",
            description = "current file of providers and aliases (default: the recorded one); prices stay as recorded")
    private @Nullable Path models;

    @Option(names = "--no-memory", description = "recall and store no more memories of the data folder")
    private boolean isWithoutMemory;

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ArchiveOptions archive = new ArchiveOptions();

    public ResumeCommand(TerminalScreen screen, InputStream in, ProcessTelemetry telemetry) {
        this.screen = screen;
        this.in = in;
        this.telemetry = telemetry;
    }

    @Override
    public Integer call() {
        Path place = folder();
        OutputForm form = output.form();
        try {
            List<LogEntry> entries;
            String chosen;
            try (JournalReader reader = JournalOpener.open(place)) {
                chosen = RunIndex.of(place, reader).runToResume(id());
            }
            try (JournalReader reader = JournalOpener.open(place)) {
                entries = reader.select(JournalQuery.ALL.ofRun(chosen));
                JournalOpener.report(reader, screen);
            }
            LoggedRun logged = LoggedRun.of(chosen, entries);
            refuseAnother(logged);
            return logged.isClosed() ? showAgain(logged, entries, form) : goOn(logged, entries, form);
        } catch (ReplayDivergedException | DamagedLogException | IllegalArgumentException refused) {
            throw UserException.of(refused);
        }
    }

    private Path folder() {
        Path log = archive.log();
        Path place = log == null ? archive.data() : log;
        if (place == null) {
            throw new UserException("there is no log to resume", "Name it with --log FOLDER or --data FOLDER.");
        }
        if (Files.exists(place) && !Files.isDirectory(place) && !Files.isRegularFile(place)) {
            // A pipe may never deliver, and a log that is resumed is written too.
            throw new UserException(place + " is no folder", "Name the folder of the log with --log or --data.");
        }
        return place;
    }

    /** Id of the wanted run, if one is named; refuses a text that is not a valid id, and so any folder name. */
    private @Nullable String id() {
        String runId = run;
        try {
            return runId == null ? null : Checkpoint.requireId(runId);
        } catch (IllegalArgumentException none) {
            throw new UserException('"' + TextStyle.printable(String.valueOf(runId)) + "\" is no id of a run",
                    "Name one as waggle replay --all lists it.");
        }
    }

    private void refuseAnother(LoggedRun logged) {
        if (question != null && !question.equals(logged.task().text())) {
            throw new UserException(
                    "the run " + logged.run() + " is about another task: it was \"" + logged.task().text()
                            + "\", now it is \"" + question + '"',
                    "Ask the new one with: waggle solve.");
        }
    }

    private int goOn(LoggedRun logged, List<LogEntry> entries, OutputForm form) {
        RunSetup setup = logged.setup().flatMap(RunSetup::find)
                .orElseThrow(() -> new UserException("the log of " + logged.run()
                        + " does not hold its setup, so its agents are unknown",
                        "It was a recording, a play or a demo, or a solve of another program: start it again at"
                                + " no cost, or use Swarm.solveResumable."));
        SolveCommand solve = new SolveCommand(screen, in, telemetry);
        CommandLine line = new CommandLine(solve).setExpandAtFiles(false).setCaseInsensitiveEnumValuesAllowed(true);
        try {
            line.parseArgs(setup.arguments(logged.task(), models == null ? null : models.toString())
                    .toArray(String[]::new));
        } catch (CommandLine.ParameterException another) {
            throw new UserException("the setup of " + logged.run() + " cannot be understood: " + another.getMessage(),
                    "Resume it with the version that began it.");
        }
        if (form == OutputForm.TEXT) {
            print("resuming " + logged.run() + ", " + entries.size() + " entries are in its log");
        }
        ResumedRun rest = ResumedRun.of(logged, entries, setup);
        return solve.resume(isWithoutMemory ? rest.withoutMemory() : rest, archive, output);
    }

    /** Shows the result of a finished run again from its log; no agent is asked or required. */
    private int showAgain(LoggedRun logged, List<LogEntry> entries, OutputForm form) {
        SwarmConfig config = ReplayConfig.of(logged).withJournal(new ReadOnlyJournal(entries));
        LiveView view = new LiveView(screen, SolveRunner.width(), logged.task().title(),
                config.agents().stream().map(Agent::profile).toList(), config.math(),
                config.consensus().threshold());
        try (Swarm swarm = new Swarm(config)) {
            var _ = swarm.on(SwarmEvent.class, form.listener(screen, view, swarm::close));
            SwarmResult result = swarm.solveResumable(logged.task(), logged.run());
            form.print(result, screen);
            if (form == OutputForm.TEXT) {
                print("the run " + logged.run() + " is finished: this is its recorded result, no agent was asked");
            }
            return output.exitCode(result);
        }
    }

    private void print(String words) {
        screen.out().println(screen.style().paint(Ink.DIM, TextStyle.printable(words)));
        screen.out().flush();
    }
}
