package dev.waggle.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

import dev.waggle.cli.command.log.CheckpointsCommand;
import dev.waggle.cli.command.log.LogCommand;
import dev.waggle.cli.command.log.LogCompactCommand;
import dev.waggle.cli.command.log.LogExportCommand;
import dev.waggle.cli.command.log.LogImportCommand;
import dev.waggle.cli.command.log.LogPlayCommand;
import dev.waggle.cli.command.log.LogRedactCommand;
import dev.waggle.cli.command.log.LogRepairCommand;
import dev.waggle.cli.command.log.LogTreeCommand;
import dev.waggle.cli.command.log.LogVerifyCommand;
import dev.waggle.cli.command.log.RecordingsCommand;
import dev.waggle.cli.command.log.SchemaCommand;
import dev.waggle.cli.command.memory.MemoryAddCommand;
import dev.waggle.cli.command.memory.MemoryCommand;
import dev.waggle.cli.command.memory.MemoryExportCommand;
import dev.waggle.cli.command.memory.MemoryForgetCommand;
import dev.waggle.cli.command.memory.MemoryImportCommand;
import dev.waggle.cli.command.memory.MemoryListCommand;
import dev.waggle.cli.command.memory.MemorySearchCommand;
import dev.waggle.cli.command.memory.MemoryShowCommand;
import dev.waggle.cli.command.memory.MemoryStatsCommand;
import dev.waggle.cli.command.review.DecideCommand;
import dev.waggle.cli.command.review.EvalCommand;
import dev.waggle.cli.command.review.ExplainCommand;
import dev.waggle.cli.command.review.LensCommand;
import dev.waggle.cli.command.review.OutcomeCommand;
import dev.waggle.cli.command.review.ReplayCommand;
import dev.waggle.cli.command.review.ReputationCommand;
import dev.waggle.cli.command.serve.ServeCommand;
import dev.waggle.cli.command.signals.CancelCommand;
import dev.waggle.cli.command.signals.DeadLettersCommand;
import dev.waggle.cli.command.signals.DelayedCommand;
import dev.waggle.cli.command.signals.InboxCommand;
import dev.waggle.cli.command.signals.RequeueCommand;
import dev.waggle.cli.command.signals.SignalsCommand;
import dev.waggle.cli.command.signals.SubscribeCommand;
import dev.waggle.cli.command.signals.SubscriptionsCommand;
import dev.waggle.cli.command.signals.UnsubscribeCommand;
import dev.waggle.cli.command.solve.AnswerCommand;
import dev.waggle.cli.command.solve.DemoCommand;
import dev.waggle.cli.command.solve.InitCommand;
import dev.waggle.cli.command.solve.ModelsCommand;
import dev.waggle.cli.command.solve.ResumeCommand;
import dev.waggle.cli.command.solve.SolveCommand;
import dev.waggle.cli.command.token.TokenCommand;
import dev.waggle.cli.command.token.TokenCreateCommand;
import dev.waggle.cli.command.token.TokenListCommand;
import dev.waggle.cli.command.token.TokenRevokeCommand;
import dev.waggle.cli.command.webhook.WebhookCommand;
import dev.waggle.cli.command.webhook.WebhookCreateCommand;
import dev.waggle.cli.command.webhook.WebhookDeleteCommand;
import dev.waggle.cli.command.webhook.WebhookListCommand;
import dev.waggle.cli.command.webhook.WebhookRenewCommand;
import dev.waggle.cli.serve.McpCommand;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.ConsoleLog;
import dev.waggle.cli.terminal.GlyphSet;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.WarningQueue;
import dev.waggle.cli.terminal.WarningQueue.WarningListener;
import dev.waggle.journal.logging.Slf4jWarning;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;

/** Starts the command {@code waggle}. */
public final class Main {

    private Main() {}

    /** Exit codes: 0 done, 1 a fault of ours, 2 something that the user can mend. */
    public static void main(String[] args) {
        Slf4jWarning.suppress();
        ProcessTelemetry telemetry = ProcessTelemetry.of(System.getenv());
        TerminalScreen screen = screen(warnings(telemetry));
        int code = run(args, screen, System.in, telemetry);
        telemetry.close(screen.err());
        System.exit(code);
    }

    /** Receiver of the warnings beside the terminal; none is set unless telemetry is asked for. */
    private static WarningListener warnings(ProcessTelemetry telemetry) {
        if (!telemetry.isAskedFor()) {
            return WarningListener.NONE;
        }
        if (System.LoggerFinder.getLoggerFinder() instanceof ConsoleLog console) {
            console.passTo(telemetry::record);
        }
        return telemetry::record;
    }

    static int run(String[] args, TerminalScreen screen, InputStream in, ProcessTelemetry telemetry) {
        CommandLine line = line(args, screen, in, telemetry);
        line.registerConverter(Path.class, PathArguments::of);
        FailureReporter failures = new FailureReporter(screen, args);
        line.setOut(screen.out()).setErr(screen.err());
        line.setParameterExceptionHandler(failures::ofParameters);
        line.setExecutionExceptionHandler(failures::ofExecution);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExpandAtFiles(false); // An argument @FILE is for the command that has it.
        line.setExecutionStrategy(parsed -> {
            PathArguments.requireNames(parsed);
            ListArguments.requireItems(parsed);
            return new CommandLine.RunLast().execute(parsed);
        });
        int code = execute(line, args, failures);
        screen.err().flush();
        if (screen.out().checkError() && code == 0) {
            screen.err().println("waggle: the output could not be written - Check the disk, or the program that"
                    + " reads it.");
            screen.err().flush();
            return 2;
        }
        return code;
    }

    /** The commands by name, in the order of the overview. Each is made only when it is needed: that takes time. */
    private static Map<String, Supplier<Object>> commands(TerminalScreen screen, InputStream in,
            ProcessTelemetry telemetry) {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("demo", () -> new DemoCommand(screen, telemetry));
        commands.put("decide", () -> new DecideCommand(screen, in));
        commands.put("eval", () -> new EvalCommand(screen, in));
        commands.put("solve", () -> new SolveCommand(screen, in, telemetry));
        commands.put("resume", () -> new ResumeCommand(screen, in, telemetry));
        commands.put("answer", () -> new AnswerCommand(screen, in));
        commands.put("replay", () -> new ReplayCommand(screen));
        commands.put("init", () -> new InitCommand(screen));
        commands.put("models", () -> new ModelsCommand(screen));
        commands.put("log", () -> new CommandLine(new LogCommand(screen))
                .addSubcommand(new LogVerifyCommand(screen))
                .addSubcommand(new LogRepairCommand(screen))
                .addSubcommand(new LogCompactCommand(screen))
                .addSubcommand(new LogRedactCommand(screen))
                .addSubcommand(new LogExportCommand(screen))
                .addSubcommand(new LogImportCommand(screen, in))
                .addSubcommand(new LogTreeCommand(screen))
                .addSubcommand(new LogPlayCommand(screen, in)));
        commands.put("signals", () -> new CommandLine(new SignalsCommand(screen, in))
                .addSubcommand(new SubscribeCommand(screen))
                .addSubcommand(new UnsubscribeCommand(screen))
                .addSubcommand(new SubscriptionsCommand(screen))
                .addSubcommand(new InboxCommand(screen))
                .addSubcommand(new DeadLettersCommand(screen))
                .addSubcommand(new RequeueCommand(screen))
                .addSubcommand(new DelayedCommand(screen))
                .addSubcommand(new CancelCommand(screen)));
        commands.put("memory", () -> new CommandLine(new MemoryCommand(screen))
                .addSubcommand(new MemoryListCommand(screen))
                .addSubcommand(new MemorySearchCommand(screen))
                .addSubcommand(new MemoryShowCommand(screen))
                .addSubcommand(new MemoryAddCommand(screen, in))
                .addSubcommand(new MemoryForgetCommand(screen))
                .addSubcommand(new MemoryExportCommand(screen))
                .addSubcommand(new MemoryImportCommand(screen, in))
                .addSubcommand(new MemoryStatsCommand(screen)));
        commands.put("mcp", () -> new McpCommand(screen, in, telemetry));
        commands.put("serve", () -> new ServeCommand(screen, telemetry));
        commands.put("token", () -> new CommandLine(new TokenCommand(screen))
                .addSubcommand(new TokenCreateCommand(screen))
                .addSubcommand(new TokenListCommand(screen))
                .addSubcommand(new TokenRevokeCommand(screen)));
        commands.put("webhook", () -> new CommandLine(new WebhookCommand(screen))
                .addSubcommand(new WebhookCreateCommand(screen))
                .addSubcommand(new WebhookListCommand(screen))
                .addSubcommand(new WebhookRenewCommand(screen))
                .addSubcommand(new WebhookDeleteCommand(screen)));
        commands.put("lens", () -> new LensCommand(screen));
        commands.put("explain", () -> new ExplainCommand(screen));
        commands.put("outcome", () -> new OutcomeCommand(screen, in));
        commands.put("reputation", () -> new ReputationCommand(screen));
        commands.put("schema", () -> new SchemaCommand(screen, in));
        commands.put("recordings", () -> new RecordingsCommand(screen));
        commands.put("checkpoints", () -> new CheckpointsCommand(screen));
        return commands;
    }

    /** The command that the arguments name, alone; all of them for an overview, a suggestion or help. */
    private static CommandLine line(String[] args, TerminalScreen screen, InputStream in,
            ProcessTelemetry telemetry) {
        CommandLine line = new CommandLine(new WaggleCommand(screen));
        Map<String, Supplier<Object>> commands = commands(screen, in, telemetry);
        Supplier<Object> named = args.length == 0 ? null : commands.get(args[0]);
        if (named == null) {
            commands.forEach((name, command) -> line.addSubcommand(name, command.get()));
            return line.addSubcommand(new HelpCommand());
        }
        return line.addSubcommand(args[0], named.get());
    }

    /** An error of the virtual machine, such as a full memory, ends the command like any other fault. */
    private static int execute(CommandLine line, String[] args, FailureReporter failures) {
        try {
            return line.execute(args);
        } catch (Error fatal) {
            return failures.ofError(fatal);
        }
    }

    @SuppressWarnings("SystemConsoleNull") // Since JDK 25 it is null again where input or output is no terminal.
    private static TerminalScreen screen(WarningListener warnings) {
        boolean interactive = System.console() != null;
        boolean colour = interactive && System.getenv("NO_COLOR") == null && !"dumb".equals(System.getenv("TERM"));
        return new TerminalScreen(writer(System.out), writer(System.err), colour ? TextStyle.COLOUR : TextStyle.PLAIN,
                interactive, glyphs(interactive), new WarningQueue(warnings));
    }

    /** Blocks are Unicode: a terminal of another encoding, or a dumb one, gets plain characters. */
    private static GlyphSet glyphs(boolean interactive) {
        String encoding = System.getProperty("stdout.encoding", "UTF-8").toUpperCase(Locale.ROOT);
        boolean able = encoding.startsWith("UTF") && !"dumb".equals(System.getenv("TERM"));
        return able || !interactive ? GlyphSet.BLOCKS : GlyphSet.ASCII;
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, false, StandardCharsets.UTF_8);
    }
}
